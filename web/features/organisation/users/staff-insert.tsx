// Adds staff from the department tree to a role, with products and categories (spec §2 /permission/staffInsert).
import { Form, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import {
  filterToGrantCategoryTree,
  filterToGrantProductTree,
  insertStaff,
  queryStaff,
} from '#contract/authorisation/grants.ts'
import { getDeptTree, getUserInfoByDeptId, queryUserList } from '#contract/organisation/users.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { idsOf, toChecks } from '#web/pickers/grant-tree.rules.ts'
import { RolePicker } from '#web/pickers/role-picker.tsx'
import { peopleTree } from './staff-insert.rules.ts'

const TREE_PX = 272
const none: ReadonlySet<string> = new Set()

type TreeFieldProps = {
  label: string
  searchText: string
  nodes: readonly TreeCheckNode[] | undefined
  error: Error | null
  onRetry: () => void
  value?: ReadonlySet<string>
  onChange?: (value: ReadonlySet<string>) => void
}

/** Checkbox tree as a form field, with its loading and error states. */
function TreeField({ nodes, error, onRetry, value = none, ...rest }: TreeFieldProps) {
  if (nodes) return <TreeCheck {...rest} nodes={nodes} value={value} height={TREE_PX} />
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton active paragraph={{ rows: 5 }} />
}

const LIST = '/permission/staff'
const nobody: ReadonlySet<string> = new Set()

type Values = {
  roleId: string | null
  userIds: ReadonlySet<string>
  productIds: ReadonlySet<string>
  categoryIds: ReadonlySet<string>
}

const initial: Values = { roleId: null, userIds: nobody, productIds: nobody, categoryIds: nobody }

export default function StaffInsert() {
  const [form] = Form.useForm<Values>()
  const leave = useLeavePage()
  const depts = useCall(getDeptTree)
  const people = useCall(getUserInfoByDeptId, {})
  const products = useCall(filterToGrantProductTree)
  const categories = useCall(filterToGrantCategoryTree)
  const staff = useMemo(
    () => depts.data && people.data && peopleTree(depts.data, people.data),
    [depts.data, people.data],
  )
  const productNodes = useMemo(() => products.data && toChecks(products.data), [products.data])
  const categoryNodes = useMemo(() => categories.data && toChecks(categories.data), [categories.data])
  const [isEmpty, setEmpty] = useState(false)
  const act = useAct(insertStaff, {
    success: '新增成功',
    invalidates: [queryStaff, queryUserList],
    onRefusal: (refusal) => showRefusal(form, refusal),
  })

  const save = async ({ roleId, userIds, productIds, categoryIds }: Values) => {
    setEmpty(userIds.size === 0)
    if (userIds.size === 0 || !roleId) return false
    const done = await act.run({
      roleId,
      userIds: [...userIds],
      productIds: idsOf(productIds, 'P'),
      categoryIds: idsOf(categoryIds, 'C'),
    })
    return done !== undefined
  }
  const handleLeave = () => leave(listAddress(LIST))
  return (
    <FormPage
      form={form}
      initial={initial}
      isSaving={act.pending}
      onSave={save}
      onSaved={handleLeave}
      onCancel={handleLeave}
    >
      <FormSection title="角色与人员">
        <Field of={insertStaff} name="roleId">
          <RolePicker isGiving />
        </Field>
        <Form.Item
          name="userIds"
          label="人员"
          required
          {...(isEmpty && { validateStatus: 'error', help: '请选择人员' })}
        >
          <TreeField
            label="人员"
            searchText="搜索部门或姓名"
            nodes={staff}
            error={depts.error ?? people.error}
            onRetry={() => void Promise.all([depts.refetch(), people.refetch()])}
          />
        </Form.Item>
      </FormSection>
      <FormSection title="授权">
        <Form.Item name="productIds" label="产品">
          <TreeField
            label="产品"
            searchText="搜索分类或产品"
            nodes={productNodes}
            error={products.error}
            onRetry={() => void products.refetch()}
          />
        </Form.Item>
        <Form.Item name="categoryIds" label="服务的分类">
          <TreeField
            label="服务的分类"
            searchText="搜索分类"
            nodes={categoryNodes}
            error={categories.error}
            onRetry={() => void categories.refetch()}
          />
        </Form.Item>
      </FormSection>
    </FormPage>
  )
}
