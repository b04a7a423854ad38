// Errors of the browser part over HTTP.
import {
  getClientError,
  queryClientLog,
  removeClientErrors,
  sendClientLog,
} from '../../../contract/system/client-log.ts'
import { audit } from '../../core/audit/audit.ts'
import { transact } from '../../core/core.ts'
import { checkFields, refuse } from '../../core/http/refusal.ts'
import { serve, tokenOf } from '../../core/http/serve.ts'
import { addClientErrors, deleteClientErrors, findClientError, listClientErrors } from './client-log.queries.ts'
import { cleaned, cleanUserAgent, lineOf } from './client-log.rules.ts'

/** Reports a minute from one address: browsers collect and back off, an office shares one address. */
const REPORTS_PER_MINUTE = 60

export const routes = [
  serve(
    sendClientLog,
    async ({ body, db, core, request }) => {
      const token = tokenOf(request, core.config.productKey)
      const sender = token ? await core.actors.find(token) : null
      const entries = body.entries.map(cleaned)
      const common = {
        userId: sender?.id ?? null,
        address: request.ip,
        userAgent: cleanUserAgent(request.headers['user-agent'] ?? ''),
      }
      await addClientErrors(
        db,
        entries.map((entry) => ({ ...entry, ...common })),
      )
      for (const entry of entries) {
        core.log.warn(
          { id: request.id, user: sender?.id, ip: request.ip, count: entry.count },
          `client ${lineOf(entry)}`,
        )
      }
      return null
    },
    { perMinute: REPORTS_PER_MINUTE },
  ),

  serve(queryClientLog, async ({ body, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    return listClientErrors(db, body)
  }),

  serve(getClientError, async ({ body: { id }, db }) => {
    const found = await findClientError(db, id)
    if (!found) throw refuse('notFound')
    return found
  }),

  serve(removeClientErrors, async ({ body: { ids }, core, by }) => {
    await transact(core, async (tx) => {
      if ((await deleteClientErrors(tx, ids)) < ids.length) throw refuse('notFound')
      await audit(tx, by, {
        action: 'clientLog.delete',
        targetType: 'clientLog',
        targetId: ids.join(',').slice(0, 64),
        before: { ids },
      })
    })
    return null
  }),
]
