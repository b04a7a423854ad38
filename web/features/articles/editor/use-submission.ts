// Saving and submitting in one act, and going on to the next of one's drafts of today.
import type { FormInstance } from 'antd'
import { useRef } from 'react'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { call, type Refusal } from '#web/lib/call.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import type { ArticleValues } from './article-values.ts'
import { nextDraft } from './next-draft.rules.ts'

/** Drafts of a day that are looked through. */
const DRAFTS_MOST = 100

/** The id of the next one; null if there is none, or it could not be found out. */
async function findNext(edition: Edition, current: string): Promise<string | null> {
  const mine = { mine: true, state: 'draft' as const, from: serverToday(), size: DRAFTS_MOST }
  try {
    const { records } = await call(articleCalls[edition].list, mine)
    return nextDraft(
      records.map(({ id }) => id),
      current,
    )
  } catch {
    return null
  }
}

/** The demands that a refused submission names. */
const unmetIn = (rows: readonly RowOutcome[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ fields = [] }) => fields.map(({ field }) => field)))

type Pages = { list: string; edit: string }

export function useSubmission(
  edition: Edition,
  form: FormInstance<ArticleValues>,
  { pages, onRefusal }: { pages: Pages; onRefusal: (refusal: Refusal, unmet: ReadonlySet<string>) => void },
) {
  const leave = useLeavePage()
  const calls = articleCalls[edition]
  const wanted = useRef<'submit' | 'next' | undefined>(undefined)
  const act = useAct(articleActs[edition].submit, {
    success: '已提交审核',
    invalidates: [calls.list, calls.get],
    onRefusal: (refusal, _, rows) => onRefusal(refusal, unmetIn(rows)),
  })
  return {
    pending: act.pending,
    start: async (then: 'submit' | 'next') => {
      const isValid = await form.validateFields().then(
        () => true,
        () => false,
      )
      wanted.current = isValid ? then : undefined
      form.submit()
    },
    /** After a save that failed: the next one is only a save, unless submitting is asked for again. */
    forget: () => {
      wanted.current = undefined
    },
    /** After a save: whether it was submitted, and the page left. */
    finish: async (id: string): Promise<boolean> => {
      const then = wanted.current
      wanted.current = undefined
      if (then === undefined || (await act.run({ ids: [id] })) === undefined) return false
      const next = then === 'next' ? await findNext(edition, id) : null
      if (then === 'next' && next === null) notify.info('今天的草稿都已处理')
      leave(next === null ? pages.list : `${pages.edit}?id=${next}`)
      return true
    },
  }
}
