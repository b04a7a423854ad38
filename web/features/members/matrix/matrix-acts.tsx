// Acts that changed a customer's grants, newest first; undo is possible until a later act changes the same grants.
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { PAGE_SIZE } from '#contract/limits.ts'
import { type EnterpriseAct, queryEnterpriseActs } from '#contract/members/matrix.ts'
import { grantActionLabels, grantViaLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import '../customers/customer.css'

type MatrixActsProps = {
  enterprise: { id: string; name: string }
  onUndo: (actId: string) => Promise<unknown>
  isUndoing: boolean
  onClosed: () => void
}

function cellsText({ cells, cellCount }: EnterpriseAct): string {
  const texts = cells.map(
    ({ loginName, subProduct, action, products }) =>
      `${loginName} ${subProductOf(subProduct).title} ${grantActionLabels[action]}${products > 1 ? `（${products} 个产品）` : ''}`,
  )
  return cellCount > cells.length ? `${texts.join('；')}；等 ${cellCount} 个账号` : texts.join('；')
}

export function MatrixActs({ enterprise, onUndo, isUndoing, onClosed }: MatrixActsProps) {
  const [current, setCurrent] = useState(1)
  const [confirm, confirmation] = useConfirm()
  const read = useCall(
    queryEnterpriseActs,
    { enterpriseId: enterprise.id, current, size: PAGE_SIZE },
    { placeholderData: (previous) => previous, staleTime: 0 },
  )
  const ask = (act: EnterpriseAct) =>
    confirm({
      title: '撤销这次变更？',
      content: `${cellsText(act)}将恢复到变更之前，并记入授权变更记录。`,
      verb: '撤销',
      run: () => onUndo(act.id),
    })
  return (
    <DetailsDrawer title={`变更记录：${enterprise.name}`} size={720} onClosed={onClosed}>
      <Loaded read={read} rows={8}>
        {(page) =>
          page.total === 0 ? (
            <p>还没有授权变更。</p>
          ) : (
            <>
              <table className="customer-table" aria-label="变更记录">
                <thead>
                  <tr>
                    <th scope="col">时间</th>
                    <th scope="col">方式</th>
                    <th scope="col">变更</th>
                    <th scope="col">原因</th>
                    <th scope="col">操作人</th>
                    <th scope="col" aria-label="操作" />
                  </tr>
                </thead>
                <tbody>
                  {page.records.map((act) => (
                    <tr key={act.id}>
                      <td>{formatMoment(act.at)}</td>
                      <td>{grantViaLabels[act.via]}</td>
                      <td>{cellsText(act)}</td>
                      <td>{act.reason || '—'}</td>
                      <td>{act.actorName}</td>
                      <td>
                        {act.isUndone && <Tag>已撤销</Tag>}
                        {act.canUndo && (
                          <Button type="link" size="small" loading={isUndoing} onClick={() => ask(act)}>
                            撤销
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <SmallPager page={page} current={current} onTurn={setCurrent} />
            </>
          )
        }
      </Loaded>
      {confirmation}
    </DetailsDrawer>
  )
}
