// The Chinese article beside its English one: paragraphs aligned, what is out of date marked, figures compared.
import { Alert, Skeleton, Tag } from 'antd'
import { articleCalls } from '../../../../contract/articles/articles.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { listTerms, termsIn } from '../../../../contract/articles/terms.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { keyed } from '../../../lib/keyed.ts'
import { useCall } from '../../../lib/query.ts'
import { alignPair, type PairRow } from '../pair.rules.ts'

const saidBy = ({ chinese, english }: PairRow) => `${chinese?.text} ${english?.text}`

type Props = { pairId: string; upToId: string | null; body: BodyNode; onClosed: () => void }

export function PairDrawer({ pairId, upToId, body, onClosed }: Props) {
  const chinese = useCall(articleCalls.zh.get, { id: pairId })
  const upTo = useCall(articleCalls.zh.version, { id: pairId, versionId: upToId ?? '0' }, { enabled: upToId !== null })
  const { data: terms = [] } = useCall(listTerms, {})
  const isWaiting = !chinese.data || (upToId !== null && !upTo.data)
  const rows = isWaiting ? [] : alignPair(chinese.data.newest.body, body, upTo.data?.body ?? null)
  const outdated = rows.filter(({ isOutdated }) => isOutdated).length
  return (
    <DetailsDrawer title="中英文对照" size={1080} onClosed={onClosed}>
      {chinese.error && <ErrorState error={chinese.error} onRetry={() => void chinese.refetch()} />}
      {isWaiting && !chinese.error && <Skeleton active />}
      {outdated > 0 && <Alert type="warning" title={`中文有 ${outdated} 段在译文更新之后改动过`} />}
      <ol className="pair-rows">
        {keyed(rows, saidBy).map(({ key, row: { chinese: own, english, isOutdated, figures } }) => (
          <li key={key} data-outdated={isOutdated || undefined}>
            <div>{own?.text}</div>
            <div>{english?.text}</div>
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
    </DetailsDrawer>
  )
}
