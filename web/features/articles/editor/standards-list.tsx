// All that a submission asks, beside the editor: each demand turns green once it is met.
import { CheckCircleFilled, ExclamationCircleOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { quotedFigures } from '#contract/articles/bound-fields.ts'
import type { Demand } from '#contract/articles/standard-rules.ts'
import { checkFigures, type HeldStandard } from '#contract/articles/standards.ts'
import { submissionDemands } from '#contract/articles/submission-rules.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { type BodyFollowers, useFollowing } from './article-body.tsx'
import { PAUSE_MS } from './article-text.tsx'
import type { ArticleValues } from './article-values.ts'

const Line = memo(function Line({ label, isMet, detail }: Omit<Demand, 'key'>) {
  return (
    <li data-met={isMet}>
      {isMet ? <CheckCircleFilled aria-label="已达到" /> : <ExclamationCircleOutlined aria-label="未达到" />}
      <span>{label}</span>
      {detail && <span className="article-standards-detail">{detail}</span>}
    </li>
  )
})

type Props = { name: string; demands: readonly Demand[] }
const isSame = (before: Props, now: Props) => JSON.stringify(before) === JSON.stringify(now)

/** Rerenders only when its content changes: each commit makes React read the focused text. */
const StandardsList = memo(function StandardsList({ name, demands }: Props) {
  const open = demands.filter(({ isMet }) => !isMet).length
  return (
    <section className="article-standards" aria-label="发布标准">
      <h2>发布标准</h2>
      <p role="status">
        {name}：{open === 0 ? '全部达到' : `还有 ${open} 项未达到`}
      </p>
      <ul>
        {demands.map(({ key, ...line }) => (
          <Line key={key} {...line} />
        ))}
      </ul>
    </section>
  )
}, isSame)

type StandardsProps = {
  form: FormInstance<ArticleValues>
  followers: BodyFollowers
  initial: ArticleValues
  standard: HeldStandard | null
  onTyped: (values: ArticleValues) => void
}

const fieldsOf = (values: Partial<ArticleValues>) => values

const MINUTE_MS = 60_000

/** The time, followed by the minute where it is wanted: a time that was typed may pass while the page is open. */
function useMinute(isWanted: boolean): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (!isWanted) return
    setNow(serverNow())
    const interval = window.setInterval(() => setNow(serverNow()), MINUTE_MS)
    return () => window.clearInterval(interval)
  }, [isWanted])
  return now
}

/**
 * Follows the input in a component of its own: the page does not rerender at each key, and this one only after a pause.
 */
export function Standards({ form, followers, initial, standard, onTyped }: StandardsProps) {
  const typed = Form.useWatch(fieldsOf, form)
  const [values, setValues] = useState(initial)
  const [loaded] = useState(() => JSON.stringify(initial))
  const hasTyped = useRef(false)
  const pause = useRef<number>(undefined)
  const follow = () => {
    const now: ArticleValues = { ...initial, ...form.getFieldsValue(true) }
    // compares with the loaded values until they differ, then never again
    hasTyped.current ||= JSON.stringify(now) !== loaded
    if (hasTyped.current) onTyped(now)
    window.clearTimeout(pause.current)
    pause.current = window.setTimeout(() => setValues(now), PAUSE_MS)
  }
  useFollowing(followers, follow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the watched fields is the trigger; the values are read from the form
  useEffect(follow, [typed])
  useEffect(() => () => window.clearTimeout(pause.current), [])
  const { title, subtitle, summary, bindings, body } = values
  const figures = useMemo(
    () => quotedFigures({ title, subtitle, summary, bindings, body }),
    [title, subtitle, summary, bindings, body],
  )
  const { data: checked, refetch } = useCall(
    checkFigures,
    { figures },
    { enabled: figures.length > 0, placeholderData: keepPreviousData, call: { background: true, hideErrorMsg: true } },
  )
  useShared('priceReviews', () => {
    if (figures.length > 0) void refetch()
  })
  const whyFalse = figures.length > 0 ? (checked?.whyFalse ?? null) : null
  const now = useMinute(values.publishAt !== null || values.takeDownAt !== null)
  const demands = useMemo(
    () => submissionDemands(values, standard, { now, whyFalse }),
    [values, standard, now, whyFalse],
  )
  return <StandardsList name={standard?.name ?? '通用要求'} demands={demands} />
}
