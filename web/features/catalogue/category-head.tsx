// The chosen category: its name, its state, and what can be done with it.
import { Button } from 'antd'
import {
  type CategoryRow,
  editCategory,
  hideCategory,
  mergeCategory,
  moveCategory,
  moveProducts,
  removeCategory,
  showCategory,
} from '../../../contract/catalogue/catalogue.ts'
import { Can } from '../../kit/can.tsx'
import type { CategoryActs } from './category-acts.tsx'

export function CategoryHead({ category, acts }: { category: CategoryRow; acts: CategoryActs }) {
  const { name, isShow, level, productCount } = category
  return (
    <div className="tree-head">
      <h2>{name}</h2>
      <small>
        {productCount} 个产品{!isShow && ' · 已隐藏'}
      </small>
      <div className="tree-head-end">
        <Can call={editCategory}>
          <Button onClick={() => acts.ask({ kind: 'edit', of: category })}>编辑</Button>
        </Can>
        <Can call={isShow ? hideCategory : showCategory}>
          <Button onClick={() => acts.toggle(category)}>{isShow ? '隐藏' : '显示'}</Button>
        </Can>
        {level === 2 && (
          <Can call={moveProducts}>
            <Button onClick={() => acts.ask({ kind: 'file', of: category })}>移入产品</Button>
          </Can>
        )}
        <Can call={moveCategory}>
          <Button onClick={() => acts.ask({ kind: 'move', of: category })}>移动</Button>
        </Can>
        <Can call={mergeCategory}>
          <Button onClick={() => acts.ask({ kind: 'merge', of: category })}>合并</Button>
        </Can>
        <Can call={removeCategory}>
          <Button danger onClick={() => acts.remove(category)}>
            删除
          </Button>
        </Can>
      </div>
    </div>
  )
}
