// Shares over HTTP: made, found, ended, read, counted.

import type { FastifyRequest } from 'fastify'
import { editions } from '#contract/articles/article-labels.ts'
import { sharePath } from '#contract/sharing/share-codes.ts'
import {
  exportSharers,
  queryShareDays,
  querySharedArticles,
  queryShareLeads,
  querySharers,
} from '#contract/sharing/share-counts.ts'
import {
  createShare,
  endShare,
  exportShares,
  findShareable,
  getShare,
  getShareCard,
  queryShares,
  type ShareCard,
} from '#contract/sharing/shares.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { findPublished } from '#server/features/articles/published.queries.ts'
import { seesUnowned } from '#server/features/members/registrations/registrations.queries.ts'
import { listShareDays, listSharedArticles, listSharers } from './share-counts.queries.ts'
import { daysOr } from './share-figures.queries.ts'
import { listLeads } from './share-leads.queries.ts'
import { create, end, mayRead } from './shares.acts.ts'
import { countsOf, findShare, listShares, readShare, type StoredShare } from './shares.queries.ts'

const checkOrder = ({ from, to }: { from?: string; to?: string }) =>
  checkFields({ from: from !== undefined && to !== undefined && from > to ? '开始日期不能晚于结束日期' : null })

type Caller = { core: Core; actor: { id: string }; request: FastifyRequest }

const cardOf = ({ core, actor, request }: Caller, share: StoredShare): ShareCard => ({
  id: share.id,
  channel: share.channel,
  state: share.state,
  title: share.title,
  summary: share.summary,
  url: `${originOf(core, request)}${sharePath(share.code)}`,
  coverUrl: share.coverId === null ? '' : linkTo(core, share.coverId, actor),
  hasCard: core.config.wechatMp !== undefined,
})

export const routes = [
  serve(queryShares, async ({ body, db, actor }) => {
    checkOrder(body)
    return listShares(db, body, scopeValues(actor))
  }),

  serve(getShare, async ({ body, db, actor }) => {
    checkOrder(body)
    const share = orNotFound(await findShare(db, scopeValues(actor), body))
    return { ...share, ...(await countsOf(db, share.id, daysOr(body))) }
  }),

  serve(getShareCard, async ({ query, db, ...context }) =>
    cardOf(context, orNotFound(await readShare(db, context.actor, query.id))),
  ),

  serve(findShareable, ({ body: { text, ids }, db, actor }) =>
    findPublished(db, actor, {
      text,
      articleIds: ids,
      editions: editions.filter((edition) => mayRead(actor, edition)),
    }),
  ),

  serveAct(createShare, async ({ body, tx, ...context }) => {
    const id = await create({ tx, ...context }, body)
    return cardOf(context, orNotFound(await readShare(tx, context.actor, id)))
  }),

  serveAct(endShare, ({ body, ...act }) => end(act, body.id)),

  serve(querySharers, async ({ body, db, actor }) => {
    checkOrder(body)
    return listSharers(db, body, scopeValues(actor))
  }),

  serve(querySharedArticles, async ({ body, db, actor }) => {
    checkOrder(body)
    return listSharedArticles(db, body, scopeValues(actor))
  }),

  serve(queryShareDays, async ({ body, db, actor }) => {
    checkOrder(body)
    return listShareDays(db, body, scopeValues(actor))
  }),

  serve(queryShareLeads, async ({ body, db, actor }) => {
    checkOrder(body)
    return listLeads(db, body, { ...scopeValues(actor), seesUnowned: seesUnowned(actor) })
  }),
]

const sharesExport = declareExport(exportShares, {
  target: 'share',
  list: listShares,
  scope: scopeValues,
})

const sharersExport = declareExport(exportSharers, {
  target: 'sharer',
  list: listSharers,
  scope: scopeValues,
})

export const sheets = [sharesExport, sharersExport]
