// How a guarded element is shown (spec §6). Pure.

/**
 * How an element is shown to a person without the right:
 * - `hide`: not at all;
 * - `disable`: as a disabled lookalike, from the beginning;
 * - `hideThenDisable`: hidden until the check, then as a disabled lookalike.
 */
export type Manner = 'hide' | 'disable' | 'hideThenDisable'

/** `place`: invisible, but takes up its space. */
export type Shown = 'element' | 'lookalike' | 'place' | 'nothing'

/**
 * spec §6 checks 200 ms after the element was inserted. Until then nobody sees or presses it, whatever their rights,
 * and its space is kept: all allowed elements appear in place at once, and the others disappear (or become lookalikes)
 * at the same moment. `disable` needs no hiding: its lookalike can be shown from the first moment. Once checked, an
 * element follows each change of the permissions at once.
 */
export function shownAs(manner: Manner, { isChecked, isAllowed }: { isChecked: boolean; isAllowed: boolean }): Shown {
  if (!isChecked) return manner === 'disable' ? 'lookalike' : 'place'
  if (isAllowed) return 'element'
  return manner === 'hide' ? 'nothing' : 'lookalike'
}
