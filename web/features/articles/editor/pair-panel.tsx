// The Chinese article beside its English one while that is written: paragraphs aligned, what is out of date marked, figures
// compared, terms of the dictionary offered.
import { Alert, Checkbox, Form, Tag } from 'antd'
import { useDeferredValue } from 'react'
import { articleCalls } from '../../../../contract/articles/articles.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { listTerms, termsIn } from '../../../../contract/articles/terms.ts'
import { Loaded } from '../../../kit/dialog/loaded.tsx'
import { keyed } from '../../../lib/keyed.ts'
import { useShared } from '../../../lib/live/shared-changes.ts'
import { useCall } from '../../../lib/query.ts'
import { alignPair, type PairRow } from '../pair.rules.ts'
import { SidePanel } from './side-panel.tsx'

const saidBy = ({ chinese, english }: PairRow) => `${chinese?.text} ${english?.text}`

type Props = {
  pairId: string
  /** The Chinese version that the English text was last brought up to date with. */
  upToId: string | null
  initial: BodyNode
  /** The Chinese version that the English text is said to follow, null for none yet; undefined where nothing is to be said. */
  doneId: string | null | undefined
  onDone: (versionId: string | undefined) => void
  onQuote: (quote: string) => void
  onClosed: () => void
}

export function PairPanel({ pairId, upToId, initial, doneId, onDone, onQuote, onClosed }: Props) {
  const chinese = useCall(articleCalls.zh.get, { id: pairId }, { staleTime: 0 })
  useShared('articles', () => void chinese.refetch())
  const upTo = useCall(articleCalls.zh.version, { id: pairId, versionId: upToId ?? '0' }, { enabled: upToId !== null })
  const { data: terms = [] } = useCall(listTerms, {})
  const body = useDeferredValue((Form.useWatch('body') as BodyNode | undefined) ?? initial)
  return (
    <SidePanel title="中英文对照" onClosed={onClosed}>
      <Loaded read={chinese} rows={8}>
        {({ newest }) => {
          const rows = alignPair(newest.body, body, upTo.data?.body ?? null)
          const outdated = rows.filter(({ isOutdated }) => isOutdated).length
          return (
            <>
              {outdated > 0 && <Alert type="warning" title={`中文有 ${outdated} 段在译文更新之后改动过`} />}
              {doneId !== undefined && (
                <Checkbox
                  checked={doneId === newest.id}
                  onChange={({ target }) => onDone(target.checked ? newest.id : undefined)}
                >
                  译文已按最新中文更新（保存时生效）
                </Checkbox>
              )}
              <p className="pair-title">{newest.title}</p>
              {newest.summary && <p className="article-note">{newest.summary}</p>}
              <ol className="pair-rows">
                {keyed(rows, saidBy).map(({ key, row: { chinese: own, english, isOutdated, figures } }) => (
                  <li key={key} data-outdated={isOutdated || undefined}>
                    <div>{own?.text || <span className="article-note">（中文没有这一段）</span>}</div>
                    <div>
                      {english?.text ? (
                        <button
                          type="button"
                          className="pair-english"
                          title="在正文中查看"
                          onClick={() => onQuote(english.text)}
                        >
                          {english.text}
                        </button>
                      ) : (
                        <span className="article-note">（尚未翻译）</span>
                      )}
                    </div>
                    <div className="pair-notes">
                      {isOutdated && <Tag color="warning">中文已改</Tag>}
                      {termsIn(own?.text ?? '', english?.text ?? '', terms).map((term) => (
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
