// Where the visitor of the public page came from: this visit by its link, and the first one that this browser remembers.
import { MARK_MAX, REFERRER_MAX, type Touch } from '../../../../contract/members/registration-touches.ts'
import { readEntry, writeEntry } from '../../../lib/storage.ts'

const NAME = 'firstTouch'

const isTouch = (content: unknown): content is Touch =>
  typeof content === 'object' && content !== null && Object.values(content).every((value) => typeof value === 'string')

/** A link within the console says nothing about where somebody came from. */
function referrer(): string {
  const { referrer: address } = document
  return URL.canParse(address) && new URL(address).origin !== window.location.origin ? address : ''
}

function thisVisit(): Touch {
  const query = new URLSearchParams(window.location.search)
  const mark = (name: string) => (query.get(`utm_${name}`) ?? '').slice(0, MARK_MAX)
  const touch = {
    ...{ source: mark('source'), medium: mark('medium'), campaign: mark('campaign'), term: mark('term') },
    referrer: referrer()
      .replace(/[?#].*$/s, '')
      .slice(0, REFERRER_MAX),
  }
  return Object.fromEntries(Object.entries(touch).filter(([, value]) => value !== ''))
}

/** For a registration; the first visit is kept in this browser. */
export function readVisits(): { firstTouch?: Touch; lastTouch?: Touch } {
  const lastTouch = thisVisit()
  const known = readEntry('local', NAME, isTouch)
  const isMarked = Object.keys(lastTouch).length > 0
  if (!known && isMarked) writeEntry('local', NAME, lastTouch)
  const firstTouch = known ?? (isMarked ? lastTouch : undefined)
  return { ...(firstTouch && { firstTouch }), ...(isMarked && { lastTouch }) }
}
