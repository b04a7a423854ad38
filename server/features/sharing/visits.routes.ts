// Openings of shares, as the page reports them.
import { dayOf } from '../../../contract/days.ts'
import { reportShareVisit } from '../../../contract/sharing/share-visits.ts'
import type { Config } from '../../config.ts'
import type { Core } from '../../core/core.ts'
import { orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { findPage } from './share-page.queries.ts'
import { isMachine, visitorOf } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'
import { saltOf } from './visits.queries.ts'

/** By address: an office or a mobile network behind one address may read the same article at once. */
const PER_MINUTE = 1_200

const salts = new WeakMap<Config, { day: string; salt: Promise<string> }>()

/** Read once a day. */
function todaysSalt({ config, db }: Core, day: string): Promise<string> {
  const known = salts.get(config)
  if (known?.day === day) return known.salt
  const salt = saltOf(db, day)
  salts.set(config, { day, salt })
  salt.catch(() => salts.delete(config))
  return salt
}

export const routes = [
  serve(
    reportShareVisit,
    async ({ body: { code, visit, seconds, from }, core, request }) => {
      const page = orNotFound(await findPage(core.db, code))
      if (page.state !== 'open') throw refuse('notFound')
      const agent = request.headers['user-agent'] ?? ''
      // counted with the fetches that nobody reported
      if (isMachine(agent)) return null
      const now = new Date()
      const day = dayOf(now)
      const visitor = visitorOf(await todaysSalt(core, day), page.id, request.ip, agent)
      visitBufferOf(core).add({
        ...{ shareId: page.id, visit, day, at: now.toISOString(), visitor, seconds },
        host: from.toLowerCase(),
      })
      return null
    },
    { perMinute: PER_MINUTE },
  ),
]
