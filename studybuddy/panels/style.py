"""The one style sheet of all panels, and the keys that it brings along.

Colours are JupyterLab's theme variables, with fallbacks for where there are none. JupyterLab's and
ipywidgets' own rules are outweighed by the doubled class.
"""

from __future__ import annotations

import html

from studybuddy import picture

_CSS = f"""
.sb-panel.sb-panel{{max-width:48rem;margin:4px 0;padding:10px 14px 12px;box-sizing:border-box;
border:1px solid var(--jp-border-color1,#bdbdbd);border-radius:6px;
background:var(--jp-layout-color1,#fff);color:var(--jp-content-font-color1,#212121);
font-family:var(--jp-content-font-family,system-ui,sans-serif);
font-size:var(--jp-content-font-size1,14px);line-height:1.5}}
.sb-panel.sb-panel .widget-html,.sb-panel.sb-panel .widget-html-content{{
height:auto;min-height:0;margin:0;line-height:1.5;font-size:inherit;overflow:visible;width:auto}}
.sb-panel.sb-panel .widget-html{{max-width:100%}}
.sb-panel.sb-panel .widget-html-content{{flex:1 1 100%;min-width:0}}
.sb-panel.sb-panel .widget-vbox,.sb-panel.sb-panel .widget-hbox{{margin:0;overflow:visible}}
.sb-panel.sb-panel .widget-hbox{{flex-wrap:wrap;align-items:center;margin-top:6px}}
.sb-panel.sb-panel p{{margin:4px 0;color:inherit;font-size:inherit;line-height:inherit}}
.sb-panel.sb-panel .sb-text{{white-space:pre-wrap;overflow-wrap:anywhere}}
.sb-panel.sb-panel bdi{{overflow-wrap:anywhere;white-space:pre-wrap}}
.sb-panel.sb-panel .sb-title{{font-weight:600;overflow-wrap:anywhere}}
.sb-panel.sb-panel .sb-small{{color:inherit;font-size:.92em}}
.sb-panel.sb-panel .sb-question{{font-size:1.12em;font-weight:600;margin:8px 0 6px}}
.sb-panel.sb-panel ul,.sb-panel.sb-panel ol{{margin:6px 0;padding:0;list-style:none}}
.sb-panel.sb-panel li{{margin:0 0 4px;padding:3px 10px;overflow-wrap:anywhere;
border-inline-start:4px solid var(--jp-border-color2,#e0e0e0)}}
.sb-panel.sb-panel li.sb-good{{background:none;border-inline-start-color:{picture.GREEN}}}
.sb-panel.sb-panel li.sb-bad{{background:none;border-inline-start-color:{picture.ORANGE}}}
.sb-panel.sb-panel .sb-log li{{margin:0;padding-block:1px}}
.sb-panel.sb-panel .sb-word{{color:#000;background:{picture.GREY};border-radius:4px;
padding:1px 8px;font-size:.92em}}
.sb-panel.sb-panel .sb-word.sb-good{{background:{picture.GREEN}}}
.sb-panel.sb-panel .sb-word.sb-bad{{background:{picture.ORANGE}}}
.sb-panel.sb-panel a{{color:var(--jp-content-link-color,#0d47a1);text-decoration:underline}}
.sb-panel.sb-panel details{{margin:4px 0}}
.sb-panel.sb-panel .sb-request{{padding:6px 10px;border-radius:4px;
border:1px solid var(--jp-border-color1,#bdbdbd)}}
.sb-panel.sb-panel pre.sb-lines{{margin:4px 0;padding:0;background:none;color:inherit;
white-space:pre-wrap;overflow-wrap:anywhere;word-break:normal;line-height:1.4;font-size:.92em;
font-family:var(--jp-code-font-family,monospace)}}
.sb-panel.sb-panel .sb-line{{display:block;unicode-bidi:isolate;padding-left:6px;
border-left:4px solid transparent}}
.sb-panel.sb-panel .sb-line.sb-added{{border-left-color:{picture.GREEN}}}
.sb-panel.sb-panel .sb-line.sb-removed{{border-left-color:{picture.ORANGE}}}
.sb-panel.sb-panel .sb-field{{width:100%;height:auto;margin:3px 0}}
.sb-panel.sb-panel .sb-field label{{width:auto;font-size:inherit;color:inherit}}
.sb-panel.sb-panel .sb-field input,.sb-panel.sb-panel .sb-field select{{font-size:inherit;
height:36px;border-color:var(--jp-content-font-color2,#757575)}}
.sb-panel.sb-panel .sb-field select{{appearance:auto;background-image:none;padding:0 4px}}
.sb-panel.sb-panel .sb-field .noUi-connects{{background:var(--jp-content-font-color2,#757575)}}
.sb-panel.sb-panel .sb-field .noUi-handle{{background:var(--jp-content-font-color1,#212121);
border-color:var(--jp-content-font-color1,#212121)}}
.sb-panel.sb-panel .sb-part{{margin:6px 0;padding:6px 10px;border-radius:4px;
border:1px solid var(--jp-border-color1,#bdbdbd)}}
.sb-panel.sb-panel .sb-area{{flex-direction:column;align-items:stretch;margin-top:10px}}
.sb-panel.sb-panel .sb-area label{{text-align:start}}
.sb-panel.sb-panel .sb-area textarea{{font-size:inherit;font-family:inherit;line-height:1.5;
width:100%;box-sizing:border-box;padding:6px 8px;min-height:3.6em;resize:vertical;
border-color:var(--jp-content-font-color2,#757575);border-radius:4px}}
.sb-panel.sb-panel .sb-edit textarea{{font-family:var(--jp-code-font-family,monospace);
font-size:.94em}}
.sb-panel.sb-panel textarea::placeholder,.sb-panel.sb-panel input::placeholder{{
color:var(--jp-content-font-color1,#212121);font-style:italic;opacity:1}}
.sb-panel.sb-panel .sb-turn{{margin:0 0 12px;max-width:100%}}
.sb-panel.sb-panel .sb-you{{padding:6px 10px;border-radius:6px;font-weight:600;
background:var(--jp-layout-color2,#eee)}}
.sb-panel.sb-panel .sb-answer p{{white-space:pre-wrap;overflow-wrap:anywhere;margin:6px 0}}
.sb-panel.sb-panel .sb-answer .sb-heading{{font-weight:600;font-size:1.08em;margin-top:10px}}
.sb-panel.sb-panel .sb-answer .sb-columns{{font-family:var(--jp-code-font-family,monospace);
font-size:.94em}}
.sb-panel.sb-panel .sb-answer ul{{list-style:disc;padding-inline-start:1.6em}}
.sb-panel.sb-panel .sb-answer ol{{list-style:decimal;padding-inline-start:1.8em}}
.sb-panel.sb-panel .sb-answer li{{border:0;padding:0 2px}}
.sb-panel.sb-panel .sb-answer code{{font-family:var(--jp-code-font-family,monospace);
font-size:.94em;padding:0 3px;background:var(--jp-layout-color2,#eee);color:inherit}}
.sb-panel.sb-panel .sb-answer pre{{white-space:pre-wrap;overflow-wrap:anywhere;margin:6px 0;
padding:6px 10px;border-radius:4px;background:var(--jp-layout-color2,#eee);color:inherit}}
.sb-panel.sb-panel .sb-answer blockquote{{margin:6px 0;padding:0 10px;
border-inline-start:4px solid var(--jp-border-color1,#bdbdbd)}}
.sb-panel.sb-panel .sb-answer table{{border-collapse:collapse;margin:6px 0;color:inherit}}
.sb-panel.sb-panel .sb-answer th,.sb-panel.sb-panel .sb-answer td{{text-align:start;
padding:3px 8px;border:1px solid var(--jp-border-color1,#bdbdbd);background:none;color:inherit;
white-space:normal;overflow-wrap:anywhere}}
.sb-panel.sb-panel .sb-panel{{margin:6px 0}}
.sb-panel.sb-panel.sb-broad{{max-width:58rem}}
.sb-panel.sb-panel .sb-wide{{overflow-x:auto;margin-top:8px}}
.sb-panel.sb-panel .sb-wide img{{max-width:none}}
.sb-panel.sb-panel .sb-wide .sb-plan{{min-width:38rem}}
.sb-panel.sb-panel .jupyter-button{{width:auto;height:auto;min-height:36px;margin:3px 8px 3px 0;
padding:6px 14px;box-sizing:border-box;white-space:normal;overflow:visible;text-overflow:clip;
overflow-wrap:anywhere;line-height:1.4;font-size:inherit;font-family:inherit;box-shadow:none;
border:1px solid var(--jp-content-font-color2,#757575);border-radius:4px;
background:var(--jp-layout-color2,#eee);color:var(--jp-content-font-color1,#212121)}}
.sb-panel.sb-panel .jupyter-button.sb-arming{{opacity:.75}}
.sb-panel.sb-panel .jupyter-button:hover{{background:var(--jp-layout-color1,#fff);
border-color:currentColor;box-shadow:none}}
.sb-panel.sb-panel .jupyter-button.sb-main{{font-weight:600;border-width:2px}}
.sb-panel.sb-panel .jupyter-button.sb-option{{width:100%;margin:3px 0;text-align:start;
unicode-bidi:plaintext;white-space:pre-wrap}}
.sb-panel.sb-panel .jupyter-button.sb-end{{margin-left:auto;margin-right:0}}
.sb-panel.sb-panel .jupyter-button:focus-visible,
.sb-panel.sb-panel .widget-html:focus-visible,.sb-panel.sb-panel a:focus-visible,
.sb-panel.sb-panel summary:focus-visible,.sb-panel.sb-panel .sb-wide:focus-visible,
.sb-panel.sb-panel .noUi-handle:focus-visible{{
outline:3px solid var(--jp-content-font-color1,#212121);outline-offset:2px}}
.sb-panel.sb-panel .sb-field input:focus-visible,
.sb-panel.sb-panel .sb-field textarea:focus-visible,
.sb-panel.sb-panel .sb-field select:focus-visible{{
outline:3px solid var(--jp-content-font-color1,#212121)!important;outline-offset:1px}}
.sb-panel.sb-panel .jupyter-button:active{{box-shadow:inset 0 0 0 2px currentColor}}
.sb-panel.sb-panel .sb-gone{{display:none}}
.sb-panel.sb-panel.jupyter-widgets-disconnected .sb-gone{{display:block}}
.sb-panel.sb-panel.jupyter-widgets-disconnected .jupyter-button,
.sb-panel.sb-panel.jupyter-widgets-disconnected .sb-field,
.sb-panel.sb-panel.jupyter-widgets-disconnected .sb-status,
.sb-panel.sb-panel.jupyter-widgets-disconnected .widget-upload,
.sb-panel.sb-panel.jupyter-widgets-disconnected .sb-keys{{display:none}}
.sb-panel.sb-panel.jupyter-widgets-disconnected::before,
.sb-panel.sb-panel .jupyter-widgets-disconnected::before{{content:none}}
.jp-OutputArea:has(.sb-live-panel)>.jp-OutputArea-child:has(.sb-run-again){{display:none}}
"""

STYLE = f"<style>{_CSS}</style>"
"""The style alone, for a static view; a viewer that does not trust the notebook drops it."""

# What ipywidgets cannot say: how keys move, and what a screen reader is told. Without it a panel
# works by Tab, Enter and Space. JupyterLab takes arrows and letters for itself (D D deletes the
# cell) unless the focused element carries its attribute; with Ctrl, Alt or Shift they stay
# JupyterLab's (save, run). A held Enter must not run through a whole panel.
_KEYS = """
(root => {
  if (!root || root.dataset.sbKeys) return;
  root.dataset.sbKeys = 'on';
  const own = 'data-lm-suppress-shortcuts';
  const name = (element, text) => text && element.setAttribute('aria-label', text.textContent);
  // Python may lead the keyboard to an HTML widget of class sb-calm (ipywidgets focuses what is in
  // it, which takes no focus), but not away from a text that is being written, nor from another
  // place of the page.
  const calm = element => {
    const inside = element.querySelector('.widget-html-content');
    if (inside) inside.focus = options => {
      const now = document.activeElement;
      if (!now || now === document.body
          || (root.contains(now) && !['INPUT', 'TEXTAREA'].includes(now.tagName)))
        HTMLElement.prototype.focus.call(element, options);
    };
  };
  const tell = () => {
    root.setAttribute('role', 'region');
    name(root, root.querySelector('.sb-title'));
    root.querySelectorAll('.sb-live').forEach(live => live.setAttribute('aria-live', 'polite'));
    root.querySelectorAll('.sb-quiet').forEach(quiet => quiet.setAttribute('aria-live', 'off'));
    root.querySelectorAll('.sb-calm,.sb-write textarea').forEach(calm);
    root.querySelectorAll('.sb-write textarea').forEach(keep);
    root.querySelectorAll('.sb-request').forEach(bring);
    root.querySelectorAll('.widget-upload').forEach(button => {  // the count says nothing here
      const words = button.lastChild;
      if (words && words.textContent.endsWith(' (0)'))
        words.textContent = words.textContent.slice(0, -4);
      if (words) name(button, words);  // without the letter that draws the icon
    });
    root.querySelectorAll('.widget-slider').forEach(slider => {
      const handle = slider.querySelector('[role=slider]');
      if (handle) name(handle, slider.querySelector('label'));
    });
    root.querySelectorAll('.sb-choices,.sb-calm').forEach(group => {
      group.setAttribute('role', 'group');
      name(group, group.matches('.sb-calm') ? group.querySelector('.sb-question,bdi')
        : group.closest('.sb-panel').querySelector('.sb-question'));  // a chat may hold a quiz
    });
  };
  root.addEventListener('focusin', event => { tell(); event.target.setAttribute(own, 'true'); });
  root.addEventListener('keyup', event => event.target.setAttribute(own, 'true'));
  root.addEventListener('keydown', event => {
    const target = event.target;
    if (['Control', 'Meta', 'Alt', 'Shift'].includes(event.key)) target.removeAttribute(own);
    if (target.tagName !== 'BUTTON') return;
    if (event.repeat && ['Enter', ' '].includes(event.key)) event.preventDefault();
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
    const group = target.closest('.sb-arrows');
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const all = group ? [...group.querySelectorAll('button:not(:disabled)')].filter(
      button => button.offsetParent) : [];
    if (all.length) all[(all.indexOf(target) + step + all.length) % all.length].focus();
  });
  // What the kernel writes into the field comes late: it takes nothing away that was typed
  // meanwhile. A text that comes back stands before it.
  const text = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  const keep = field => {
    if (field.dataset.sbTyped) return;
    const typed = is => { field.dataset.sbTyped = is; };
    typed('no');
    field.addEventListener('input', () => typed('yes'));
    field.addEventListener('change', () => typed('no'));
    Object.defineProperty(field, 'value', {
      configurable: true,
      get() { return text.get.call(field); },
      set(told) {
        const now = text.get.call(field);
        if (field.dataset.sbTyped === 'no' || !now) text.set.call(field, told);
        else if (told && !now.startsWith(told)) text.set.call(field, `${told}\\n${now}`);
      },
    });
  };
  // A click may overtake the text that was typed before it, so the text itself says that it is
  // sent, by its last character. The field is empty at once, for what is typed next.
  const send = () => {
    const field = root.querySelector('.sb-write textarea');
    text.set.call(field, text.get.call(field) + String.fromCharCode(4));
    field.dispatchEvent(new Event('change', {bubbles: true}));
    text.set.call(field, '');
  };
  // A new request comes into view, with its buttons, where the keyboard is in this panel.
  const told = new WeakMap();
  const bring = request => {
    const now = request.offsetParent ? request.textContent : '';
    if (now && now !== told.get(request) && root.contains(document.activeElement))
      setTimeout(() => request.parentElement.scrollIntoView({block: 'nearest'}), 100);
    told.set(request, now);
  };
  root.addEventListener('click', event => {
    if (!event.target.closest('.sb-send')) return;
    event.stopPropagation();
    send();
  }, true);
  // Files of more bytes than the connection to the kernel carries would be lost without a word. The
  // upload button makes its input out of reach, so this waits for the one that it opens.
  root.addEventListener('click', event => {
    const limit = root.querySelector('.sb-too-large');
    if (!limit || !event.target.closest('.widget-upload')) return;
    const inputs = HTMLInputElement.prototype;
    const open = inputs.click;
    const back = () => { inputs.click = open; };
    inputs.click = function () {
      back();
      this.addEventListener('change', chosen => {
        const bytes = [...this.files].reduce((sum, file) => sum + file.size, 0);
        limit.hidden = bytes <= Number(limit.dataset.bytes);
        if (!limit.hidden) chosen.stopImmediatePropagation();
      }, {capture: true, once: true});
      open.call(this);
    };
    setTimeout(back);
  }, true);
  root.addEventListener('keydown', event => {  // before the field itself, which keeps its keys
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!event.target.closest('.sb-write')) return;
    event.preventDefault();
    if (!event.repeat) send();
  }, true);
  new MutationObserver(tell).observe(root, {
    childList: true, subtree: true, attributes: true, attributeFilter: ['style']});
  tell();
})(this.closest('.sb-panel'))
"""

SENT = "\x04"
"""The last character of a text in a field of class sb-write when it is sent."""

LIVE_STYLE = f'<style onload="{html.escape(_KEYS)}">{_CSS}</style>'
"""The style with the keys, for a panel of widgets: constant, nothing from outside is in it."""
