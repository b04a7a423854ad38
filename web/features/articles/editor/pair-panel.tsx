// The other edition beside the editor: paragraphs aligned, changed ones marked, figures compared, dictionary terms
// listed.
import { Alert, Checkbox, type FormInstance, Tag } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import type { Block } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { listTerms, termsIn } from '#contract/articles/terms.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { keyed } from '#web/lib/keyed.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'
import { alignPair, type PairRow } from '../pair.rules.ts'
import { type BodyFollowers, useFollowing } from './article-body.tsx'
import type { ArticleValues } from './article-values.ts'
import { SidePanel } from './side-panel.tsx'

const textOf = ({ chinese, english }: PairRow) => `${chinese?.text} ${english?.text}`

const labels = {
  zh: {
    changed: '英文已改',
    count: '英文有',
    since: '段在中文核对之后改动过',
    done: '中文已按最新英文核对（保存时生效）',
  },
  en: {
    changed: '中文已改',
    count: '中文有',
    since: '段在译文更新之后改动过',
    done: '译文已按最新中文更新（保存时生效）',
  },
} as const

type Props = {
  /** Of the text in the editor. */
  edition: Edition
  pairId: string
  /** The version of the other edition that the text was last brought up to date with. */
  upToId: string | null
  form: FormInstance<ArticleValues>
  followers: BodyFollowers
  /** The version of the other edition that the user marked as done, null for none; undefined hides the checkbox. */
  doneId: string | null | undefined
  onDone: (versionId: string | undefined) => void
  onQuote: (quote: string) => void
  onClosed: () => void
}

type PassageProps = { block: Block | null; lacking: string; onQuote: ((quote: string) => void) | undefined }

/** A paragraph; one of the own text links to its place in the editor. */
function Passage({ block, lacking, onQuote }: PassageProps) {
  const text = block?.text
  return (
    <div>
      {text && onQuote ? (
        <button type="button" className="pair-own" title="在正文中查看" onClick={() => onQuote(text)}>
          {text}
        </button>
      ) : (
        text || <span className="article-note">{lacking}</span>
      )}
    </div>
  )
}

export function PairPanel({ edition, pairId, upToId, form, followers, doneId, onDone, onQuote, onClosed }: Props) {
  const other: Edition = edition === 'zh' ? 'en' : 'zh'
  const read = useCall(articleCalls[other].get, { id: pairId }, { staleTime: 0 })
  useShared('articles', () => void read.refetch())
  const upTo = useCall(
    articleCalls[other].version,
    { id: pairId, versionId: upToId ?? '0' },
    { enabled: upToId !== null },
  )
  const { data: terms = [] } = useCall(listTerms, {})
  const [typed, setTyped] = useState(() => form.getFieldValue('body') as BodyNode)
  useFollowing(followers, () => setTyped(form.getFieldValue('body') as BodyNode))
  const body = useDeferredValue(typed)
  return (
    <SidePanel title="中英文对照" onClosed={onClosed}>
      <Loaded read={read} rows={8}>
        {({ newest }) => {
          const [chinese, english] = other === 'zh' ? [newest.body, body] : [body, newest.body]
          const rows = alignPair(chinese, english, upTo.data?.body ?? null, other)
          const changed = rows.filter(({ isChanged }) => isChanged).length
          return (
            <>
              {changed > 0 && (
                <Alert type="warning" title={`${labels[edition].count} ${changed} ${labels[edition].since}`} />
              )}
              {doneId !== undefined && (
                <Checkbox
                  checked={doneId === newest.id}
                  onChange={({ target }) => onDone(target.checked ? newest.id : undefined)}
                >
                  {labels[edition].done}
                </Checkbox>
              )}
              <p className="pair-title">{newest.title}</p>
              {newest.summary && <p className="article-note">{newest.summary}</p>}
              <ol className="pair-rows">
                {keyed(rows, textOf).map(({ key, row: { chinese: left, english: right, isChanged, figures } }) => (
                  <li key={key} data-changed={isChanged || undefined}>
                    <Passage
                      block={left}
                      lacking="（中文没有这一段）"
                      onQuote={edition === 'zh' ? onQuote : undefined}
                    />
                    <Passage block={right} lacking="（尚未翻译）" onQuote={edition === 'en' ? onQuote : undefined} />
                    <div className="pair-notes">
                      {isChanged && <Tag color="warning">{labels[edition].changed}</Tag>}
                      {termsIn(left?.text ?? '', right?.text ?? '', terms).map((term) => (
                        <span key={term.chinese} className={term.isUsed ? 'pair-term' : 'pair-term is-lacking'}>
                          {term.chinese} {term.english}
                          {!term.isUsed && '（译文未用）'}
                        </span>
                      ))}
                      {figures.onlyChinese.length > 0 && <span>译文缺少：{figures.onlyChinese.join('、')}</span>}
                      {figures.onlyEnglish.length > 0 && <span>译文多出：{figures.onlyEnglish.join('、')}</span>}
                    </div>
                  </li>
                ))}
              </ol>
            </>
          )
        }}
      </Loaded>
    </SidePanel>
  )
}
