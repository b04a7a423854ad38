// Presets (快捷授权) of a sub-product: kept, copied, and applied to accounts.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import {
  addPreset,
  batchApplyPreset,
  batchRevokePreset,
  type PresetRow,
  queryPresets,
} from '../../../../contract/members/grant-presets.ts'
import { grantKindLabels } from '../../../../contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { flagFilter, selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { Status } from '../../../kit/table/status.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { kindOptions, sayModules } from '../form-labels.ts'
import { ProductsWithHidden } from '../hidden-products.tsx'
import { usePresetActs } from './preset-acts.tsx'
import { productsText, quotaText, subProductPath } from './preset-labels.tsx'

const filters = [
  textFilter('name', '方案名称', 50),
  selectFilter('kind', '授权类型', kindOptions),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns: readonly Column<PresetRow>[] = [
  { key: 'name', label: '方案名称', width: 200 },
  { key: 'isEnabled', label: '状态', width: 90, render: ({ isEnabled }) => <EnabledStatus isEnabled={isEnabled} /> },
  { key: 'kind', label: '授权类型', width: 90, render: ({ kind }) => grantKindLabels[kind] },
  { key: 'days', label: '天数', width: 80, align: 'right' },
  { key: 'products', label: '产品', width: 240, render: ProductsCell },
  { key: 'modules', label: '模块', width: 220, render: ({ modules }) => sayModules(modules) },
  { key: 'quota', label: '额度', width: 110, render: ({ quota }) => quotaText(quota) },
  { key: 'rules', label: '引用规则', width: 90, align: 'right', tip: '使用这个方案的授权规则数' },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
  { key: 'remark', label: '备注', width: 200 },
]

function ProductsCell(preset: PresetRow) {
  return <ProductsWithHidden text={productsText(preset)} hidden={preset.hidden} />
}

function EnabledStatus({ isEnabled }: { isEnabled: boolean }) {
  return <Status tone={isEnabled ? 'good' : 'idle'}>{isEnabled ? '启用' : '已禁用'}</Status>
}

export default function PresetList({ subProduct }: { subProduct: SubProductKey }) {
  const navigate = useNavigate()
  const { actionsOf, begin, dialogs } = usePresetActs(subProduct)
  return (
    <>
      <ListPage
        endpoint={queryPresets}
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'quickAuthorization')}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        toolbar={
          <>
            <Can call={addPreset} on={subProduct}>
              <Button
                type="primary"
                icon={<PlusOutlined />}
                onClick={() => void navigate(`${subProductPath(subProduct, 'quickAuthorization')}/addForm`)}
              >
                新增
              </Button>
            </Can>
            <Can call={batchApplyPreset} on={subProduct}>
              <Button onClick={() => begin('batchApply')}>批量授权</Button>
            </Can>
            <Can call={batchRevokePreset} on={subProduct}>
              <Button onClick={() => begin('batchRevoke')}>批量取消授权</Button>
            </Can>
          </>
        }
      />
      {dialogs}
    </>
  )
}
