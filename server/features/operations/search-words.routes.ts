// Search words over HTTP: the list, marks, and files for the account.
import { Decimal } from 'decimal.js'
import {
  type SearchSource,
  searchSourceLabels,
  searchSources,
  wordMarkLabels,
  wordMarks,
} from '../../../contract/operations/search-labels.ts'
import {
  countSearchWords,
  exportSearchWords,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  type SearchWordQuery,
  TAKEN_MAX,
  takeMarkedWords,
} from '../../../contract/operations/search-words.ts'
import { audit, auditAll } from '../../core/audit/audit.ts'
import { orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve, serveAct } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { writeSheet } from '../../core/sheets/sheets.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount } from './search-figures.queries.ts'
import { daysOf } from './search-terms.ts'
import {
  countWords,
  eachWord,
  listWords,
  lockWords,
  markedAccounts,
  markedWords,
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

/** Headings and words by which the account's own import of words knows its columns. */
const takenAs: Readonly<Record<SearchSource, { campaign: string; excluded: string; wanted: string; exact: string }>> = {
  baidu: { campaign: '推广计划名称', excluded: '否定关键词', wanted: '关键词名称', exact: '精确匹配' },
  so360: { campaign: '推广计划', excluded: '否定关键词', wanted: '关键词', exact: '精确' },
  sogou: { campaign: '推广计划名称', excluded: '否定词', wanted: '关键词', exact: '精确匹配' },
  bing: { campaign: 'Campaign', excluded: 'Negative keyword', wanted: 'Keyword', exact: 'Exact' },
}

async function base64(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('base64')
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

  serveAct(markSearchWords, async ({ tx, body: { words }, actor, by }) => {
    const wanted = new Map(words.map((word) => [word.id, word]))
    const stored = await lockWords(tx, [...wanted.keys()])
    if (stored.length < wanted.size) throw refuse('notFound', { msg: '搜索词不存在，请刷新后重试' })
    const stale = stored.find(({ id, version }) => wanted.get(id)?.version !== version)
    if (stale) throw refuse('stale', { msg: `“${stale.word}”已被他人标记，请刷新后重试`, data: stale })
    const changed = stored.flatMap((word) => {
      const mark = wanted.get(word.id)?.mark ?? null
      return mark === word.mark ? [] : [{ ...word, before: word.mark, mark }]
    })
    await storeMarks(tx, actor.id, changed)
    await auditAll(
      tx,
      by,
      changed.map(({ id, word, campaign, before, mark }) => ({
        action: 'searchWord.mark',
        targetType: 'searchWord',
        targetId: id,
        before: { mark: before && wordMarkLabels[before] },
        after: { name: word, campaign, mark: mark && wordMarkLabels[mark] },
      })),
    )
    return stored.map(({ id, version, mark }) => ({
      id,
      version: changed.some((word) => word.id === id) ? version + 1 : version,
      before: mark,
    }))
  }),

  serve(queryMarkedAccounts, ({ db }) => markedAccounts(db)),

  serveAct(takeMarkedWords, async ({ tx, body: { accountId, mark }, by }) => {
    const account = orNotFound(await findAccount(tx, accountId))
    const words = await markedWords(tx, accountId, mark, TAKEN_MAX)
    if (words.length === 0) throw refuse('conflict', { msg: `没有标记为“${wordMarkLabels[mark]}”的搜索词` })
    const { campaign, exact, ...headers } = takenAs[account.source]
    const columns = [campaign, headers[mark], account.source === 'bing' ? 'Match type' : '匹配模式']
    const written = writeSheet('csv', {
      name: wordMarkLabels[mark],
      columns: columns.map((header) => ({ header, width: 20 })),
      rows: words.map((word) => [word.campaign, word.word, exact]),
    })
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
    return { name: `${account.name}_${wordMarkLabels[mark]}.csv`, content: await base64(written) }
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
  },
})
