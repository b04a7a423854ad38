// Authorisation rules of a sub-product, in the order in which they are asked; and a trial of what they would give.
import { ExperimentOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import {
  addGrantRule,
  type GrantRuleRow,
  queryGrantRules,
  tryGrantRules,
} from '../../../../contract/members/grant-rules.ts'
import { registrationSourceWords } from '../../../../contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { flagFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Status } from '../../../kit/table/status.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useGrantRuleActs } from './grant-rule-acts.tsx'
import { GrantRuleTrial } from './grant-rule-trial.tsx'

const filters = [textFilter('name', '规则名称', 50), flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' })]

function PresetCell({ presetName, isPresetEnabled }: GrantRuleRow) {
  return isPresetEnabled ? presetName : <Status tone="warning">{`${presetName}（已禁用）`}</Status>
}

const columns: readonly Column<GrantRuleRow>[] = [
  { key: 'sort', label: '顺序', width: 96, align: 'right', tip: '从上到下，第一条符合的启用规则生效' },
  { key: 'name', label: '规则名称', width: 220 },
  {
    key: 'isEnabled',
    label: '状态',
    width: 90,
    render: ({ isEnabled }) => <Status tone={isEnabled ? 'good' : 'idle'}>{isEnabled ? '启用' : '已禁用'}</Status>,
  },
  {
    key: 'source',
    label: '注册来源',
    width: 120,
    render: ({ source }) => (source === '' ? '不限' : registrationSourceWords[source]),
  },
  { key: 'province', label: '省份', width: 140, render: ({ province }) => province || '不限' },
  { key: 'presetName', label: '授权方案', width: 220, render: PresetCell },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

export default function GrantRuleList({ subProduct }: { subProduct: SubProductKey }) {
  const [isTrying, setTrying] = useState(false)
  const { actionsOf, add, dialogs } = useGrantRuleActs(subProduct)
  return (
    <>
      <ListPage
        endpoint={queryGrantRules}
        given={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'authorizationRules')}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        toolbar={
          <>
            <Can call={addGrantRule} on={subProduct}>
              <Button type="primary" icon={<PlusOutlined />} onClick={add}>
                新增
              </Button>
            </Can>
            <Can call={tryGrantRules} on={subProduct}>
              <Button icon={<ExperimentOutlined />} onClick={() => setTrying(true)}>
                试算
              </Button>
            </Can>
          </>
        }
      />
      {isTrying && <GrantRuleTrial subProduct={subProduct} onClosed={() => setTrying(false)} />}
      {dialogs}
    </>
  )
}
