// Search words over HTTP: the list, marks, and files for the account.
import { Decimal } from 'decimal.js'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import {
  markStateLabels,
  searchSourceLabels,
  searchSources,
  wordMarkLabels,
  wordMarks,
  wordMatchLabels,
} from '#contract/operations/search-labels.ts'
import {
  analyseSearchWords,
  countSearchWords,
  exportSearchWords,
  markSearchWord,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  queryWordProducts,
  type SearchWordQuery,
  TAKEN_MAX,
  takeMarkedWords,
} from '#contract/operations/search-words.ts'
import { audit, auditAll } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { findAccount } from '#server/features/operations/search-accounts.queries.ts'
import { daysOf } from '#server/features/operations/search-terms.ts'
import { bulkForm, encodeGbk } from './search-bulk.rules.ts'
import { listProducts } from './search-products.queries.ts'
import { analyseWords } from './search-word-analysis.queries.ts'
import {
  countWords,
  eachWord,
  listWords,
  lockWords,
  markedAccounts,
  markedWords,
  noteExported,
  stoppedKeywords,
  storeMarks,
} from './search-words.queries.ts'

const withDays = (query: SearchWordQuery) => ({
  ...query,
  ...daysOf({ ...(query.from && { from: query.from }), ...(query.to && { to: query.to }) }),
})

type Part = { words: number; cost: string }
const added = (parts: readonly Part[]): Part => ({
  words: parts.reduce((sum, { words }) => sum + words, 0),
  cost: parts.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0)).toFixed(2),
})

/** The same text without its mark in the encoding that the account reads. */
const asGbk = (content: string) =>
  encodeGbk(
    Buffer.from(content, 'base64')
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  ).toString('base64')

async function base64(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('base64')
}

type Marking = { tx: Tx; body: BodyOf<typeof markSearchWords>; actor: { id: string }; by: Author }

/** All or none. */
async function markWords({ tx, body: { words }, actor, by }: Marking): Promise<DataOf<typeof markSearchWords>> {
  const wanted = new Map(words.map((word) => [word.id, word]))
  const stored = await lockWords(tx, [...wanted.keys()])
  if (stored.length < wanted.size) throw refuse('notFound', { msg: '搜索词不存在，请刷新后重试' })
  const stale = stored.find(({ id, version }) => wanted.get(id)?.version !== version)
  if (stale) throw refuse('stale', { msg: `“${stale.word}”已被他人标记，请刷新后重试`, data: stale })
  const changed = stored.flatMap((word) => {
    const given = wanted.get(word.id)
    const { mark = null, match = 'exact', exportedAt = null, effectiveAt = null } = given ?? {}
    // why a word is wanted is no reason to exclude it
    const reason = given?.reason ?? (mark === word.mark ? word.reason : '')
    const isSame = mark === word.mark && match === word.match && reason === word.reason
    return isSame ? [] : [{ ...word, before: word.mark, mark, match, reason: reason.trim(), exportedAt, effectiveAt }]
  })
  const [stopped] = await stoppedKeywords(
    tx,
    changed.filter(({ mark }) => mark === 'excluded'),
  )
  if (stopped) throw refuse('conflict', { msg: `排除“${stopped.word}”会停掉正在投放的关键词“${stopped.keyword}”` })
  await storeMarks(tx, actor.id, changed)
  await auditAll(
    tx,
    by,
    changed.map(({ id, word, campaign, before, mark, match, reason }) => ({
      action: 'searchWord.mark',
      targetType: 'searchWord',
      targetId: id,
      before: { mark: before && wordMarkLabels[before] },
      after: {
        name: word,
        campaign,
        mark: mark && wordMarkLabels[mark],
        match: mark && wordMatchLabels[match],
        reason,
      },
    })),
  )
  return stored.map(({ id, version, mark, match, reason, exportedAt, effectiveAt }) => ({
    id,
    version: changed.some((word) => word.id === id) ? version + 1 : version,
    before: mark,
    matchBefore: match,
    reasonBefore: reason,
    exportedBefore: exportedAt,
    effectiveBefore: effectiveAt,
  }))
}

export const routes = [
  serve(querySearchWords, ({ body, db }) => listWords(db, withDays(body))),

  serve(countSearchWords, async ({ body, db }) => {
    const parts = await countWords(db, withDays(body))
    return {
      total: added(parts),
      marks: [...wordMarks, null].map((mark) => ({ mark, ...added(parts.filter((part) => part.mark === mark)) })),
      sources: searchSources.map((source) => ({ source, ...added(parts.filter((part) => part.source === source)) })),
    }
  }),

  serve(queryWordProducts, ({ db }) => listProducts(db)),

  serve(analyseSearchWords, ({ body, db }) => analyseWords(db, withDays(body))),

  serveAct(markSearchWord, markWords),
  serveAct(markSearchWords, markWords),

  serve(queryMarkedAccounts, ({ db }) => markedAccounts(db)),

  serveAct(takeMarkedWords, async ({ tx, body: { accountId, mark, again = false }, by }) => {
    const account = orNotFound(await findAccount(tx, accountId))
    const words = await markedWords(tx, { accountId, mark, isOpen: !again }, TAKEN_MAX)
    if (words.length === 0) throw refuse('conflict', { msg: `没有未下载的“${wordMarkLabels[mark]}”搜索词` })
    await noteExported(
      tx,
      words.map(({ id }) => id),
    )
    const form = bulkForm(account.source, mark, words)
    const text = await base64(
      writeSheet('csv', {
        name: wordMarkLabels[mark],
        columns: form.columns.map((header) => ({ header, width: 20 })),
        rows: form.rows,
      }),
    )
    await audit(tx, by, {
      action: 'searchWord.export',
      targetType: 'searchWord',
      targetId: accountId,
      after: {
        account: `${searchSourceLabels[account.source]} ${account.name}`,
        mark: wordMarkLabels[mark],
        rows: words.length,
      },
    })
    const content = form.encoding === 'gbk' ? asGbk(text) : text
    return { name: `${account.name}_${wordMarkLabels[mark]}.csv`, content }
  }),
]

export const searchWordsExport = declareExport(exportSearchWords, {
  target: 'searchWord',
  list: {
    each: (db: Db, query: SearchWordQuery, _scope: object, limit: number) => eachWord(db, withDays(query), limit),
  },
  cells: {
    source: ({ source }) => searchSourceLabels[source],
    mark: ({ mark }) => (mark ? wordMarkLabels[mark] : ''),
    match: ({ mark, match }) => (mark === 'excluded' ? wordMatchLabels[match] : ''),
    state: ({ state }) => (state ? markStateLabels[state] : ''),
  },
})
