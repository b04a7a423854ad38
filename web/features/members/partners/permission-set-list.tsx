// Permission sets of embedding partners: what their members may use; copied, applied, deleted while nobody uses them.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import {
  addPermissionSet,
  type PermissionSetRow,
  queryPermissionSets,
} from '../../../../contract/members/permission-sets.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { sayModules, saySubProducts, subProductOptions } from '../form-words.ts'
import { ProductsWithHidden } from '../hidden-products.tsx'
import { usePermissionSetActs } from './permission-set-acts.tsx'

const filters = [textFilter('name', '方案名称', 64), selectFilter('subProduct', '子产品', subProductOptions)]

const columns: readonly Column<PermissionSetRow>[] = [
  { key: 'name', label: '方案名称', width: 200 },
  { key: 'subProducts', label: '子产品', width: 260, render: ({ subProducts }) => saySubProducts(subProducts) },
  { key: 'modules', label: '模块', width: 200, render: ({ modules }) => sayModules(modules) },
  { key: 'products', label: '产品数', width: 140, render: ProductsCell },
  { key: 'partners', label: '合作伙伴数', width: 100, align: 'right' },
  { key: 'remark', label: '备注', width: 180 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

function ProductsCell({ products, hidden }: PermissionSetRow) {
  return <ProductsWithHidden text={String(products)} hidden={hidden} />
}

export default function PermissionSetList() {
  const navigate = useNavigate()
  const { actionsOf, dialogs } = usePermissionSetActs()
  return (
    <>
      <ListPage
        endpoint={queryPermissionSets}
        settings="embed.permissionSets"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        toolbar={
          <Can call={addPermissionSet}>
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => void navigate('/application/embedManager/permission/permissionAdd')}
            >
              新增
            </Button>
          </Can>
        }
      />
      {dialogs}
    </>
  )
}
