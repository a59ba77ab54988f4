"""What a panel in a real browser offers to somebody who listens, uses the keyboard, or sees little.

After WCAG 2.2: names (4.1.2), order of focus (2.4.3), visible focus (2.4.7, 2.4.13), contrast of
text (1.4.3), of borders and of focus (1.4.11). What is switched off is left out, as there.
"""

from __future__ import annotations

from tests import contrast

# Colours are mixed in the page: what lies below, half transparent or not, is known there alone.
SCRIPT = r"""
panel => {
  const parse = text => {
    const found = text.match(/rgba?\(([^)]+)\)/);
    if (!found) throw new Error('no colour: ' + text);
    const [r, g, b, a = 1] = found[1].split(/[\s,/]+/).map(Number);
    return [r, g, b, a];
  };
  const over = (top, below) =>
    [0, 1, 2].map(i => top[3] * top[i] + (1 - top[3]) * below[i]).concat(1);
  const shown = element => element.checkVisibility({checkOpacity: false,
    checkVisibilityCSS: true}) && element.getClientRects().length > 0;
  // (colours, ground) as they are seen, each through the opacity of all that they stand in.
  const seen = (element, colours) => {
    const chain = [];
    for (let one = element; one; one = one.parentElement) chain.unshift(one);
    const walk = (at, below) => {
      if (at === chain.length) return {colours: colours.map(one => over(one, below)), below};
      const style = getComputedStyle(chain[at]);
      const inside = walk(at + 1, over(parse(style.backgroundColor), below));
      const part = Number(style.opacity);
      if (part === 1) return inside;
      const dim = colour => over([...colour.slice(0, 3), part], below);
      return {colours: inside.colours.map(dim), below: dim(inside.below)};
    };
    return walk(0, [255, 255, 255, 1]);
  };
  const off = element => element.closest(':disabled,[aria-disabled="true"]');
  const texts = [], borders = [];
  const add = (list, what, element, colours, ground) => {
    const all = seen(element, colours);
    list.push({what: what.trim().slice(0, 60), ground: ground || all.below,
               colours: all.colours});
  };
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.textContent;
    if (!text.trim() || element.closest('style,script') || !shown(element) || off(element))
      continue;
    add(texts, text, element, [parse(getComputedStyle(element).color)]);
  }
  for (const field of panel.querySelectorAll('input,textarea,select')) {
    if (!shown(field) || off(field)) continue;
    const style = getComputedStyle(field);
    add(texts, 'the text of ' + field.tagName, field, [parse(style.color)]);
    if (field.placeholder)
      add(texts, field.placeholder, field,
          [parse(getComputedStyle(field, '::placeholder').color)]);
  }
  for (const box of panel.querySelectorAll('input,textarea,select,button')) {
    if (!shown(box) || off(box)) continue;
    const line = parse(getComputedStyle(box).borderTopColor);
    const outside = seen(box.parentElement, []).below;
    add(borders, 'the border of ' + (box.textContent.slice(0, 40) || box.tagName), box, [line],
        outside);
  }
  for (const part of panel.querySelectorAll('.noUi-connects,[role=slider]'))
    if (shown(part))
      borders.push({what: 'a slider, ' + part.className, colours: [seen(part, []).below],
                    ground: seen(part.closest('.widget-slider'), []).below});
  return {texts, borders};
}
"""
_FOCUSED = r"""
panel => {
  const one = document.activeElement;
  if (!panel.contains(one)) return null;
  const style = getComputedStyle(one), place = one.getBoundingClientRect();
  const all = [...panel.querySelectorAll('*')];
  const label = one.getAttribute('aria-label') || one.textContent || one.tagName;
  return {number: all.indexOf(one), label: label.trim().slice(0, 60),
          width: parseFloat(style.outlineWidth), style: style.outlineStyle,
          colour: style.outlineColor, top: place.top + scrollY, left: place.left};
}
"""
_CAN_FOCUS = r"""
panel => [...panel.querySelectorAll('*')].map((one, number) => [one, number]).filter(([one]) =>
  one.tabIndex >= 0 && !one.disabled && one.getClientRects().length > 0
  && one.checkVisibility({checkVisibilityCSS: true})).map(([one, number]) => number)
"""


def settle(page, panel) -> None:
    """Wait until a panel was drawn and stays as it is for half a second."""
    before, calm = None, 0
    for _ in range(100):
        now = panel.evaluate("panel => panel.outerHTML")
        calm = calm + 1 if now == before else 0
        if calm == 5:
            return
        before = now
        page.wait_for_timeout(100)
    raise AssertionError("the panel changes and changes")


def names(page, panel) -> list[tuple[str, str]]:
    """(role, name) of all in a panel that takes the keyboard, as a screen reader is told."""
    return [(role, name) for role, name, _ in _controls(page, panel)]


def name_faults(page, panel) -> list[str]:
    """Controls without a name, and a panel that is no named part of the page."""
    found = _controls(page, panel)
    faults = [f"a {role} without a name: {classes}" for role, name, classes in found if not name]
    if not panel.get_attribute("aria-label") or panel.get_attribute("role") != "region":
        faults.append("the panel itself has no name")
    return faults if found else ["nothing in the panel takes the keyboard"]


def _controls(page, panel) -> list[tuple[str, str, str]]:
    """(role, name, HTML attributes) of all that takes the keyboard, by Chromium's own tree."""
    session = page.context.new_cdp_session(page)
    try:
        panel.evaluate("panel => { window.sbPanel = panel; }")
        found = session.send("Runtime.evaluate", {"expression": "window.sbPanel"})
        session.send("DOM.enable")
        session.send("Accessibility.enable")
        nodes = session.send("Accessibility.queryAXTree",
                             {"objectId": found["result"]["objectId"]})["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "").strip(),
                 str(session.send("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})
                     ["node"].get("attributes")))
                for node in nodes if not node["ignored"] and any(
                    prop["name"] == "focusable" and prop["value"]["value"]
                    for prop in node.get("properties", ()))]
    finally:
        session.detach()


def contrast_faults(panel) -> list[str]:
    """Texts below 4.5 to 1, and borders of fields and buttons below 3 to 1, as it is shown now."""
    found = panel.evaluate(SCRIPT)
    assert found["texts"], "no text was found in the panel"
    return [f'"{one["what"]}" has a contrast of {ratio:.2f}'
            for kind, least in (("texts", contrast.TEXT), ("borders", contrast.LINES))
            for one in found[kind]
            if (ratio := _ratio(one["colours"][0], one["ground"])) < least]


def _ratio(ink: list[float], ground: list[float]) -> float:
    one, two = (contrast.RGBA(*(part / 255 for part in colour[:3]), 1) for colour in (ink, ground))
    return contrast.ratio(one, two)


def keyboard_faults(page, panel) -> list[str]:
    """What Tab does not reach, reaches in another order than it stands there, or does not show."""
    wanted = panel.evaluate(_CAN_FOCUS)
    page.keyboard.press("Shift")  # the last input was the keyboard: then the focus is shown
    panel.evaluate("(panel, at) => panel.querySelectorAll('*')[at].focus()", wanted[0])
    reached, faults = [], []
    while (now := panel.evaluate(_FOCUSED)) and now["number"] not in reached:
        reached.append(now["number"])
        if now["style"] == "none" or now["width"] < 2:
            faults.append(f'the focus on "{now["label"]}" is not seen')
        page.keyboard.press("Tab")
    if reached != wanted:
        faults.append(f"Tab reaches {reached}, and {wanted} take the keyboard")
    return faults
