// Marks of search words: one or many, each act can be taken back.
import { type WordMark, wordMarkLabels } from '../../../contract/operations/search-labels.ts'
import {
  countSearchWords,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  type SearchWordRow,
  WORDS_MAX,
} from '../../../contract/operations/search-words.ts'
import type { RowAction } from '../../kit/list/row-use.ts'
import { Status } from '../../kit/table/status.tsx'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/query.ts'

const invalidates = [querySearchWords, countSearchWords, queryMarkedAccounts]
const tones = { excluded: 'bad', wanted: 'good' } as const

export const WordMarkLabel = ({ mark }: { mark: WordMark | null }) =>
  mark ? <Status tone={tones[mark]}>{wordMarkLabels[mark]}</Status> : '—'

const said = (mark: WordMark | null, count: number) =>
  `${count > 1 ? `${count} 个搜索词` : ''}${mark ? `已标记为“${wordMarkLabels[mark]}”` : '已取消标记'}`

export function useWordActs() {
  const undoing = useAct(markSearchWords, { invalidates, success: '已撤销标记', guardMs: 0 })
  const marking = useAct(markSearchWords, { invalidates, guardMs: 0 })
  const mark = async (words: readonly SearchWordRow[], to: WordMark | null, clear = () => {}) => {
    const changed = words.filter((word) => word.mark !== to)
    if (changed.length === 0)
      return notify.info(to ? `所选搜索词都已标记为“${wordMarkLabels[to]}”` : '所选搜索词都没有标记')
    if (changed.length > WORDS_MAX) return notify.warning(`一次最多标记 ${WORDS_MAX} 个搜索词`)
    const done = await marking.run({ words: changed.map(({ id, version }) => ({ id, version, mark: to })) })
    if (!done) return
    clear()
    notify.undoable(said(to, done.length), () =>
      undoing.run({ words: done.map(({ id, version, before }) => ({ id, version, mark: before })) }),
    )
  }
  const actionsOf = (word: SearchWordRow): RowAction[] => {
    const act = (label: string, to: WordMark | null) => ({
      ...{ label, call: markSearchWords, run: () => void mark([word], to) },
    })
    return [
      ...(word.mark === 'excluded' ? [] : [act('排除', 'excluded')]),
      ...(word.mark === 'wanted' ? [] : [act('加词', 'wanted')]),
      ...(word.mark === null ? [] : [act('取消标记', null)]),
    ]
  }
  return { mark, actionsOf }
}
