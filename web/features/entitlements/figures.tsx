// How much a sub-product asks, what it is refused, and how far it follows the changes.
import { refusalLabels, verifyOutcomeLabels } from '#contract/entitlements/entitlements.ts'
import { readIntegrationFigures } from '#contract/entitlements/integration.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

const listed = (counts: readonly (readonly [label: string, count: number])[]) =>
  counts.map(([label, count]) => `${label} ${count}`).join('、') || '无'

export function IntegrationFigures({ subProduct }: { subProduct: SubProductKey }) {
  const read = useCall(readIntegrationFigures, { subProduct }, { call: { hideErrorMsg: true } })
  return (
    <section className="sign-in-clients" aria-label="调用情况">
      <div className="sign-in-clients-head">
        <h2>调用情况</h2>
      </div>
      <Loaded read={read}>
        {({ minutes, allowed, refused, verified, feed }) => (
          <Facts
            labelWidth={112}
            items={[
              {
                label: '近一小时查询',
                children: `${minutes.reduce((sum, { checks }) => sum + checks, 0)} 次，最多每分钟 ${Math.max(0, ...minutes.map(({ checks }) => checks))} 次`,
              },
              { label: '近一天允许', children: `${allowed} 项` },
              {
                label: '近一天拒绝',
                children: listed(refused.map(({ why, count }) => [refusalLabels[why], count])),
              },
              {
                label: '近一天核验密码',
                children: listed(verified.map(({ outcome, count }) => [verifyOutcomeLabels[outcome], count])),
              },
              {
                label: '变更同步',
                children: feed
                  ? `已读到第 ${feed.number} 条（${formatMoment(feed.readAt)}），落后 ${feed.behind} 条`
                  : '从未读取',
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}
