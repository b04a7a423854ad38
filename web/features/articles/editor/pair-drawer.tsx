// The Chinese article beside its English one: paragraphs aligned, what is out of date marked, figures compared.
import { Alert, Skeleton, Tag } from 'antd'
import { articleCalls } from '../../../../contract/articles/articles.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { useCall } from '../../../lib/query.ts'
import { alignPair } from '../pair.rules.ts'

type Props = { pairId: string; upToId: string | null; body: BodyNode; onClosed: () => void }

export function PairDrawer({ pairId, upToId, body, onClosed }: Props) {
  const chinese = useCall(articleCalls.zh.get, { id: pairId })
  const upTo = useCall(articleCalls.zh.version, { id: pairId, versionId: upToId ?? '0' }, { enabled: upToId !== null })
  const isWaiting = !chinese.data || (upToId !== null && !upTo.data)
  const rows = isWaiting ? [] : alignPair(chinese.data.newest.body, body, upTo.data?.body ?? null)
  const outdated = rows.filter(({ isOutdated }) => isOutdated).length
  return (
    <DetailsDrawer title="中英文对照" size={1080} onClosed={onClosed}>
      {chinese.error && <ErrorState error={chinese.error} onRetry={() => void chinese.refetch()} />}
      {isWaiting && !chinese.error && <Skeleton active />}
      {outdated > 0 && <Alert type="warning" title={`中文有 ${outdated} 段在译文更新之后改动过`} />}
      <ol className="pair-rows">
        {rows.map(({ chinese: own, english, isOutdated, figures }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are known by their place
          <li key={i} data-outdated={isOutdated || undefined}>
            <div>{own?.text}</div>
            <div>{english?.text}</div>
            <div className="pair-notes">
              {isOutdated && <Tag color="warning">中文已改</Tag>}
              {figures.onlyChinese.length > 0 && <span>译文缺少：{figures.onlyChinese.join('、')}</span>}
              {figures.onlyEnglish.length > 0 && <span>译文多出：{figures.onlyEnglish.join('、')}</span>}
            </div>
          </li>
        ))}
      </ol>
    </DetailsDrawer>
  )
}
