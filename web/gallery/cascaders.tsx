// The lazy cascaders in their states.
import { type ComponentProps, useState } from 'react'
import type { CategoryNode } from '#web/kit/picker/category-cascader.rules.ts'
import { toLazyNodes, toLazyPaths } from '#web/kit/picker/category-cascader.rules.ts'
import { CategoryCascader } from '#web/kit/picker/category-cascader.tsx'
import { LazyCascader } from '#web/kit/picker/lazy-cascader.tsx'
import { Part, State } from './part.tsx'
import { failing, failingOnce, loadCategories, lookUpCategories, never, nothing, searchCategories } from './samples.ts'

const category = { load: loadCategories, search: searchCategories, lookup: lookUpCategories }

type CategoryProps = Omit<ComponentProps<typeof CategoryCascader>, 'choose'> & {
  name: string
  first: string[]
  choose?: 'products' | 'any'
}

function Category({ name, first, choose = 'products', ...rest }: CategoryProps) {
  return (
    <State name={name} first={first}>
      {(value, onChange) => (
        <CategoryCascader aria-label={name} choose={choose} {...rest} value={value} onChange={onChange} />
      )}
    </State>
  )
}

export function CategoryCascaders() {
  const [failsOnce] = useState(() => ({ ...category, load: failingOnce(loadCategories) }))
  const [searchFailsOnce] = useState(() => ({ ...category, search: failingOnce(searchCategories) }))
  const nobody: string[] = []
  return (
    <Part id="category" title="分类级联" about="逐级加载分类与产品，也可按名称或编号搜索。">
      <Category name="选择产品" first={nobody} {...category} />
      <Category name="选择任意层级" first={['C1', 'P10201']} choose="any" {...category} />
      <Category
        name="已选很多"
        first={['P10101', 'P10102', 'P10103', 'P10305', 'P20101', 'P30102', 'P40201']}
        {...category}
      />
      <Category name="没有数据" first={nobody} load={nothing} search={nothing} lookup={nothing} />
      <Category name="加载中" first={nobody} load={never} search={never} lookup={never} />
      <Category name="加载失败一次" first={nobody} {...failsOnce} />
      <Category name="搜索失败一次" first={nobody} {...searchFailsOnce} />
      <Category name="名称查询失败" first={['P10101', 'P10102']} {...category} lookup={failing} />
      <State name="禁用" first={['P10201']}>
        {(value) => <CategoryCascader aria-label="禁用" choose="products" {...category} disabled value={value} />}
      </State>
    </Part>
  )
}

const lazy = {
  load: async (parent: CategoryNode | null) => toLazyNodes(await loadCategories(parent)),
  search: async (text: string) => toLazyPaths(await searchCategories(text)),
  lookup: async (values: readonly string[]) => toLazyPaths(await lookUpCategories(values)),
}

export function LazyCascaders() {
  const first: string | null = 'P10301'
  const none: string | null = null
  const isStopped = ({ value }: CategoryNode) => value === 'C5'
  const withDisabled = async (parent: CategoryNode | null) =>
    (await lazy.load(parent)).map((node) => ({ ...node, disabled: isStopped(node) }))
  return (
    <Part id="lazy" title="通用级联" about="值是所选节点自己的值；数据由三个调用给出：下级、搜索、按值查名称。">
      <State<string | null> name="单选" first={first}>
        {(value, onChange) => (
          <LazyCascader aria-label="单选" placeholder="请选择" {...lazy} value={value} onChange={onChange} />
        )}
      </State>
      <State<string | null> name="单选，任意层级" first={none}>
        {(value, onChange) => (
          <LazyCascader
            aria-label="单选，任意层级"
            placeholder="请选择"
            {...lazy}
            load={withDisabled}
            canChoose={() => true}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="单选，名称查询失败" first={first}>
        {(value, onChange) => (
          <LazyCascader
            aria-label="单选，名称查询失败"
            placeholder="请选择"
            {...lazy}
            lookup={failing}
            value={value}
            onChange={onChange}
          />
        )}
      </State>
      <State<string | null> name="单选，禁用" first={first}>
        {(value) => <LazyCascader aria-label="单选，禁用" placeholder="请选择" {...lazy} disabled value={value} />}
      </State>
    </Part>
  )
}
