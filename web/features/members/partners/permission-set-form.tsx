// A new permission set, or a stored one: one form with an edit flag.
import { Select } from 'antd'
import { type PermissionSetForm, permissionSetCalls } from '#contract/members/permission-sets.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { describeSubProducts, labelModules, moduleOptions, subProductOptions } from '../form-labels.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'
import { HiddenProducts } from '../hidden-products.tsx'

const empty: PermissionSetForm = { name: '', subProducts: [], modules: [], productIds: [], remark: '' }

const wantsProducts = ({ subProducts }: PermissionSetForm) =>
  subProducts.some((key) => subProductOf(key).grantsBy === 'product')

export default function PermissionSetFormPage({ edit }: { edit: boolean }) {
  return (
    <RowFormPage
      calls={permissionSetCalls}
      edit={edit}
      list="/application/embedManager/permission"
      draft="permission-set"
      empty={empty}
      // drop products of sub-products that were removed from the set
      input={(typed) => ({ ...typed, productIds: wantsProducts(typed) ? typed.productIds : [] })}
      sections={(typed, stored) => [
        { title: '方案', names: ['name', 'remark'] },
        {
          title: '授权内容',
          names: ['subProducts', 'modules', ...(wantsProducts(typed) ? (['productIds'] as const) : [])],
          before: stored && wantsProducts(typed) && <HiddenProducts hidden={stored.hiddenProducts} />,
        },
      ]}
      inputs={{
        subProducts: {
          input: <Select mode="multiple" options={subProductOptions} showSearch={byLabel} placeholder="请选择子产品" />,
          hint: '修改方案不影响已授予的权限，对会员重新应用后生效。',
        },
        modules: <Select mode="multiple" options={moduleOptions} showSearch={byLabel} placeholder="请选择模块" />,
        productIds: {
          input: <SoldProductsPicker menu="embed.permissionSets" />,
          hint: '整体授权的子产品不需要选择产品。',
          isRequired: true,
        },
      }}
      say={{
        subProducts: ['子产品', describeSubProducts],
        modules: ['模块', labelModules],
        productIds: ['产品', (ids) => `${ids.length} 个`],
      }}
    />
  )
}
