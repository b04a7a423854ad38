// Errors of the browser part over HTTP.
import { CLIENT_LOG_TEXTS } from '#contract/limits.ts'
import { maskSecrets } from '#contract/masking.ts'
import {
  type ClientError,
  getClientError,
  queryClientLog,
  removeClientErrors,
  sendClientLog,
} from '#contract/system/client-log.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct, tokenOf } from '#server/core/http/serve.ts'
import { addClientErrors, deleteClientErrors, findClientError, listClientErrors } from './client-log.queries.ts'

/** Control characters (terminal escapes among them), line separators, and bidirectional marks. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const unseenButLines = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

/** Truncates, masks, truncates again: a secret that the first cut halves lies beyond the second. */
function shortened(text: string, length: number): string {
  return maskSecrets(text.slice(0, 2 * length))
    .slice(0, length)
    .toWellFormed()
}

const oneLine = (text: string, length: number) => shortened(text.slice(0, 4 * length).replace(unseen, ' '), length)

const manyLines = (text: string, length: number) =>
  shortened(
    text
      .slice(0, 4 * length)
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(unseenButLines, ' '),
    length,
  )

/** Normalised report: short, single-line where it should be, without secrets, safe to display. */
function cleaned({ message, stack, info, url, ...entry }: ClientError): ClientError {
  return {
    ...entry,
    message: oneLine(message, CLIENT_LOG_TEXTS.message),
    stack: manyLines(stack, CLIENT_LOG_TEXTS.stack),
    info: manyLines(info, CLIENT_LOG_TEXTS.info),
    url: oneLine(url, CLIENT_LOG_TEXTS.url),
  }
}

const LINE_LENGTH = 300

/** One line for the server's log. */
const lineOf = ({ type, message, url }: ClientError) => oneLine(`${type}: ${message} (${url})`, LINE_LENGTH)

const cleanUserAgent = (text: string) => oneLine(text, 200)

/** Reports a minute from one address: browsers batch and back off, and an office shares one address. */
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

  serve(getClientError, async ({ body: { id }, db }) => orNotFound(await findClientError(db, id))),

  serveAct(removeClientErrors, async ({ tx, body: { ids }, by }) => {
    if ((await deleteClientErrors(tx, ids)) < ids.length) throw refuse('notFound')
    await audit(tx, by, {
      action: 'clientLog.delete',
      targetType: 'clientLog',
      targetId: ids.join(',').slice(0, 64),
      before: { ids },
    })
  }),
]
