// What the public page of a share asks for: its openings are counted, its card in WeChat is signed.
import { addDays, dayOf } from '#contract/days.ts'
import { signShareCard } from '#contract/sharing/share-cards.ts'
import { sharePath } from '#contract/sharing/share-codes.ts'
import { OPENINGS_PER_MINUTE, reportShareVisit } from '#contract/sharing/share-visits.ts'
import type { Config } from '#server/config.ts'
import type { Core } from '#server/core/core.ts'
import { type PerMinute, perMinute } from '#server/core/http/per-minute.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findPage } from './share-page.queries.ts'
import { isMachine, readView, visitorOf } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'
import { saltOf } from './visits.queries.ts'
import { signCard } from './wechat-card.ts'

/** By address: an office or a mobile network behind one address may read the same article at once. */
const PER_MINUTE = 1_200

type Salts = Map<string, Promise<string>>
const salts = new WeakMap<Config, Salts>()

/** Read once; of today, and of yesterday for pages that are still open. */
function saltFor({ config, db }: Core, day: string): Promise<string> {
  const known: Salts = salts.get(config) ?? new Map()
  salts.set(config, known)
  const found = known.get(day)
  if (found !== undefined) return found
  for (const other of known.keys()) if (other < addDays(day, -1)) known.delete(other)
  const salt = saltOf(db, day)
  known.set(day, salt)
  salt.catch(() => known.delete(day))
  return salt
}

/** Openings by address, of each server. */
const openings = new WeakMap<Config, PerMinute>()

function openingsOf({ config }: Core): PerMinute {
  const known = openings.get(config) ?? perMinute(OPENINGS_PER_MINUTE)
  openings.set(config, known)
  return known
}

export const routes = [
  serve(
    reportShareVisit,
    async ({ body: { code, view, seconds, from }, core, request }) => {
      const page = orNotFound(await findPage(core.db, code))
      if (page.state !== 'open') throw refuse('notFound')
      const agent = request.headers['user-agent'] ?? ''
      const opening = readView(core.config.secretKey, code, view, Date.now())
      // programs are counted with the fetches that nobody reported
      if (!opening || isMachine(agent)) return null
      const { visit, at } = opening
      if (!openingsOf(core).admits(request.ip, visit)) return null
      const day = dayOf(at)
      const visitor = visitorOf(await saltFor(core, day), page.id, request.ip, agent)
      visitBufferOf(core).add({
        shareId: page.id,
        visit,
        day,
        at: new Date(at).toISOString(),
        visitor,
        seconds,
        host: from.toLowerCase(),
      })
      return null
    },
    { perMinute: PER_MINUTE },
  ),

  serve(
    signShareCard,
    async ({ body: { code, address }, core, request }) => {
      const page = orNotFound(await findPage(core.db, code))
      if (page.state !== 'open') throw refuse('notFound')
      const opened = URL.parse(address)
      const isOurs = opened?.origin === originOf(core, request) && opened.pathname === sharePath(code)
      checkFields({ address: isOurs ? null : '不是这个分享页的地址' })
      return signCard(core, address.replace(/#.*$/s, ''))
    },
    { perMinute: PER_MINUTE },
  ),
]
