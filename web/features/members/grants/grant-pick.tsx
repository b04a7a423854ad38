// Picks products for a grant; a category stands for all products sold below it. A sub-product granted as a whole is one
// choice.
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { type GrantProduct, grantableProducts } from '#contract/members/grants.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { CategoryCascader } from '#web/kit/picker/category-cascader.tsx'
import { useAct } from '#web/lib/query.ts'
import { categoryCalls } from '#web/pickers/category-calls.ts'
import { useMenuId } from '../use-menu-id.ts'

/** Offers the products that the sub-product's accounts page sells. */
export function useSoldProducts(subProduct: SubProductKey) {
  const menuId = useMenuId(subProductMenu(subProduct, 'accounts'))
  return useMemo(() => categoryCalls(menuId), [menuId])
}

type GrantPickProps = {
  subProduct: SubProductKey
  disabled: boolean
  /** Whether the sub-product is already granted as a whole. */
  hasWhole: boolean
  onAdd: (products: readonly GrantProduct[]) => void
}

export function GrantPick({ subProduct, disabled, hasWhole, onAdd }: GrantPickProps) {
  const { grantsBy, title } = subProductOf(subProduct)
  const calls = useSoldProducts(subProduct)
  const [values, setValues] = useState<readonly string[]>([])
  const find = useAct(grantableProducts, {
    guardMs: 0,
    onSuccess: (products) => {
      onAdd(products)
      setValues([])
    },
  })
  if (grantsBy === 'whole') {
    const whole = { id: '', name: title, path: '整个子产品' }
    return (
      <Button type="primary" ghost disabled={disabled || hasWhole} onClick={() => onAdd([whole])}>
        授权整个子产品
      </Button>
    )
  }
  return (
    <>
      <div className="grant-pick">
        <CategoryCascader
          {...calls}
          aria-label="选择产品"
          choose="any"
          disabled={disabled}
          style={{ width: '100%', minHeight: 32 }}
          value={values}
          onChange={setValues}
        />
      </div>
      <Button
        type="primary"
        ghost
        disabled={disabled || values.length === 0}
        loading={find.pending}
        onClick={() => void find.run({ subProduct, values: [...values] })}
      >
        添加
      </Button>
    </>
  )
}
