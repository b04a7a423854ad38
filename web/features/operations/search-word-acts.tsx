// Marks of search words: one or many, each act can be taken back.
import {
  markStateLabels,
  type WordMark,
  type WordMatch,
  wordMarkLabels,
  wordMatchLabels,
} from '#contract/operations/search-labels.ts'
import {
  analyseSearchWords,
  countSearchWords,
  type MarkedWords,
  markSearchWord,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  type SearchWordRow,
} from '#contract/operations/search-words.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'

const invalidates = [querySearchWords, countSearchWords, queryMarkedAccounts, analyseSearchWords]
const tones = { excluded: 'bad', wanted: 'good', watched: 'idle' } as const

/** The mark, how it matches, and whether the account knows of it. */
export const WordMarkLabel = ({ of: { mark, match, reason, state } }: { of: SearchWordRow }) =>
  mark ? (
    <span title={reason}>
      <Status tone={tones[mark]}>{wordMarkLabels[mark]}</Status>
      {[
        ...(mark === 'excluded' && match === 'phrase' ? [wordMatchLabels.phrase] : []),
        ...(state ? [markStateLabels[state]] : []),
      ]
        .map((text) => ` ${text}`)
        .join('')}
    </span>
  ) : (
    '—'
  )

const doneText = (mark: WordMark | null, count: number) =>
  `${count > 1 ? `${count} 个搜索词` : ''}${mark ? `已标记为“${wordMarkLabels[mark]}”` : '已取消标记'}`

/** An exclusion that the account has: no file takes it out there. */
const isInAccount = ({ mark, state }: SearchWordRow) =>
  mark === 'excluded' && (state === 'exported' || state === 'effective')
const stillExcluded = (words: readonly SearchWordRow[]) => {
  const [first, ...more] = words.filter(isInAccount)
  if (!first) return ''
  return `；推广后台仍在排除“${first.word}”${more.length > 0 ? `等 ${more.length + 1} 个词` : ''}，请在那里移除`
}

type Marking = typeof markSearchWord | typeof markSearchWords
type Choice = { match?: WordMatch; reason?: string; clear?: () => void }

/** Says what was done, and takes it back on demand: mark, way of matching, reason, and what the account knows of it. */
function useUndo(call: Marking) {
  const undoing = useAct(call, { invalidates, success: '已撤销标记', guardMs: 0 })
  return (to: WordMark | null, done: MarkedWords, more = '') =>
    notify.undoable(doneText(to, done.length) + more, () =>
      undoing.run({
        words: done.map((word) => ({
          id: word.id,
          version: word.version,
          mark: word.before,
          match: word.matchBefore,
          reason: word.reasonBefore,
          exportedAt: word.exportedBefore,
          effectiveAt: word.effectiveBefore,
        })),
      }),
    )
}

/** Whether a mark would leave the word as it is not yet. A reason that is not given stays. */
export const changesMark = (
  word: Pick<SearchWordRow, 'mark' | 'match' | 'reason'>,
  to: WordMark | null,
  { match = 'exact', reason }: Pick<Choice, 'match' | 'reason'> = {},
) => word.mark !== to || (to === 'excluded' && word.match !== match) || (reason !== undefined && word.reason !== reason)

/** @param call of one word, or of many */
function useMarking(call: Marking) {
  const offerUndo = useUndo(call)
  const marking = useAct(call, { invalidates, guardMs: 0 })
  return async (
    words: readonly SearchWordRow[],
    to: WordMark | null,
    { match = 'exact', reason, clear = () => {} }: Choice = {},
  ) => {
    const changed = words.filter((word) => changesMark(word, to, { match, ...(reason !== undefined && { reason }) }))
    if (changed.length === 0)
      return notify.info(to ? `所选搜索词都已标记为“${wordMarkLabels[to]}”` : '所选搜索词都没有标记')
    const done = await marking.run({
      words: changed.map(({ id, version }) => ({
        id,
        version,
        mark: to,
        match,
        ...(reason !== undefined && { reason }),
      })),
    })
    if (!done) return
    clear()
    offerUndo(to, done, to === 'excluded' ? '' : stillExcluded(changed))
  }
}

export function useWordActs(onReason: (word: SearchWordRow) => void) {
  const markOne = useMarking(markSearchWord)
  const mark = useMarking(markSearchWords)
  const offerUndo = useUndo(markSearchWords)
  const actionsOf = (word: SearchWordRow): RowAction[] => {
    const act = (label: string, to: WordMark | null, match: WordMatch = 'exact') => ({
      label,
      call: markSearchWord,
      run: () => void markOne([word], to, { match }),
    })
    const is = (to: WordMark, match: WordMatch) => word.mark === to && word.match === match
    return [
      ...(word.mark === null ? [] : [act('取消标记', null)]),
      ...(is('excluded', 'exact') ? [] : [act('排除', 'excluded')]),
      ...(word.mark === 'wanted' ? [] : [act('加词', 'wanted')]),
      ...(is('excluded', 'phrase') ? [] : [act('短语排除', 'excluded', 'phrase')]),
      ...(word.mark === 'watched' ? [] : [act('观察', 'watched')]),
      ...(word.mark === null ? [] : [{ label: '填写原因', call: markSearchWord, run: () => onReason(word) }]),
    ]
  }
  return { mark, actionsOf, offerUndo }
}
