// Presets (快捷授权) of a sub-product: add, edit, copy, apply to accounts.
import { Button } from 'antd'
import { useState } from 'react'
import {
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  type PresetRow,
  presetCalls,
} from '#contract/members/grant-presets.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { Can } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { useAct } from '#web/lib/query.ts'
import { labelModules } from '../form-labels.ts'
import { ProductsWithHidden } from '../hidden-products.tsx'
import { type ApplyVerb, PresetApply } from './preset-apply.tsx'
import { productsText, quotaText, subProductPath } from './preset-labels.tsx'

const filters = [
  ...filtersOf(presetCalls.list, ['name', 'kind']),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns = columnsOf(presetCalls.list, {
  name: { width: 200 },
  isEnabled: { label: '状态', width: 90, render: EnabledStatus },
  kind: { width: 90 },
  days: { label: '天数', width: 80 },
  products: { width: 240, render: ProductsCell },
  modules: { width: 220, render: ({ modules }) => labelModules(modules) },
  quota: { label: '额度', width: 110, render: ({ quota }) => quotaText(quota) },
  rules: { width: 90, tip: '使用这个方案的授权规则数' },
  updatedAt: {},
  remark: { width: 200 },
})

function ProductsCell(preset: PresetRow) {
  return <ProductsWithHidden text={productsText(preset)} hidden={preset.hidden} />
}

type Applying = { verb: ApplyVerb; preset?: PresetRow }

export default function PresetList({ subProduct }: { subProduct: SubProductKey }) {
  const [applying, setApplying] = useState<Applying>()
  const pages = subProductPath(subProduct, 'quickAuthorization')
  const copy = useAct(presetCalls.copy, {
    invalidates: [presetCalls.list],
    success: '复制成功，副本的名称以“副本”结尾',
  })
  const actsOf = (preset: PresetRow): RowAction[] => [
    ...(preset.isEnabled
      ? [{ label: '授权', call: applyPreset, run: () => setApplying({ verb: 'apply', preset }) }]
      : []),
    { label: '复制', call: presetCalls.copy, run: () => void copy.run({ id: preset.id }) },
  ]
  return (
    <>
      <RowsPage
        calls={presetCalls}
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'quickAuthorization')}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${pages}/addForm`, edit: `${pages}/editForm` } }}
        acts={actsOf}
        removing={() => '已按此方案授权的账号不受影响，删除后不能恢复。'}
        toolbar={
          <>
            <Can call={batchApplyPreset} on={subProduct}>
              <Button onClick={() => setApplying({ verb: 'batchApply' })}>批量授权</Button>
            </Can>
            <Can call={batchRevokePreset} on={subProduct}>
              <Button onClick={() => setApplying({ verb: 'batchRevoke' })}>批量取消授权</Button>
            </Can>
          </>
        }
      />
      {applying && <PresetApply {...applying} subProduct={subProduct} onClosed={() => setApplying(undefined)} />}
    </>
  )
}
