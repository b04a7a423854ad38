// Details of one product: fields, uses and change history.
import { getProduct, type ProductAction, type ProductChange, type ProductRow } from '#contract/catalogue/catalogue.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { ProductShown } from './product-columns.tsx'
import './product-details.css'

const verbs: Readonly<Record<ProductAction, string>> = {
  add: '新增',
  copy: '复制新增',
  edit: '编辑',
  open: '显示',
  disable: '隐藏',
  move: '移动',
}

function Changes({ changes }: { changes: readonly ProductChange[] }) {
  if (changes.length === 0) return <p>没有记录。批量导入的产品，从第一次修改开始记录。</p>
  return (
    <ol className="product-changes">
      {changes.map(({ id, at, action, actorName, fields }) => (
        <li key={id}>
          <p>
            <b>{verbs[action]}</b> {actorName} <time>{formatMoment(at)}</time>
          </p>
          {fields.map(({ label, before, after }) => (
            <p key={label}>
              {label}：{action === 'add' || action === 'copy' ? after : `${before || '空'} → ${after || '空'}`}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

export function ProductDetails({ product, onClosed }: { product: ProductRow; onClosed: () => void }) {
  const read = useCall(getProduct, { id: product.id }, { staleTime: 0 })
  const shown = read.data ?? product
  return (
    <DetailsDrawer title={shown.name} size={480} onClosed={onClosed}>
      <Facts
        labelWidth={88}
        items={factsOf(getProduct, shown, {
          code: {},
          category: { label: '所属分类', empty: '未归类' },
          unit: {},
          tableType: {},
          isShow: { label: '状态', render: ProductShown },
        })}
      />
      <Loaded read={read}>
        {({ uses, changes }) => (
          <>
            <section aria-label="使用情况" className="product-section">
              <h3>使用情况</h3>
              {uses.length === 0 ? (
                <p>还没有被使用。</p>
              ) : (
                <ul>
                  {uses.map(({ kind, count }) => (
                    <li key={kind}>
                      {kind} {count} 个
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section aria-label="变更记录" className="product-section">
              <h3>变更记录</h3>
              <Changes changes={changes} />
            </section>
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
