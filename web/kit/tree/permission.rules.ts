// What is shown of a guarded element (spec §6): pure, one line for each manner.

/**
 * How an element that the person may not use looks:
 * - `hide`: it is not there;
 * - `disable`: a disabled lookalike stands in its place, from the beginning;
 * - `hideThenDisable`: hidden until it has been checked, then the disabled lookalike.
 */
export type Manner = 'hide' | 'disable' | 'hideThenDisable'

/** `place`: invisible, but it takes its room. */
export type Shown = 'element' | 'lookalike' | 'place' | 'nothing'

/**
 * spec §6 checks 200 ms after the element was inserted. Until then nobody sees or presses it, whatever they may do, and
 * its room is kept: what is granted appears where it has been all along, together with its neighbours, and what is not
 * goes (or turns into its lookalike) at the same moment. `disable` needs no hiding: its lookalike may stand there from
 * the first moment. Once checked, an element follows each change of the permissions at once.
 */
export function shownAs(manner: Manner, { isChecked, isAllowed }: { isChecked: boolean; isAllowed: boolean }): Shown {
  if (!isChecked) return manner === 'disable' ? 'lookalike' : 'place'
  if (isAllowed) return 'element'
  return manner === 'hide' ? 'nothing' : 'lookalike'
}
