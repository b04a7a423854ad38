// News categories: general ones, and those of a product.
import { InputNumber, Segmented } from 'antd'
import { type FreePart, freePartLabels, freeParts } from '#contract/articles/article-labels.ts'
import { chooseNewsCategories, type NewsCategoryRow, newsCategoryCalls } from '#contract/articles/news-categories.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { flagFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { ProductPicker, productFilter } from '#web/pickers/product-picker.tsx'

const filters = [
  textFilter('name', '分类名称', 32),
  productFilter('productId', '所属产品'),
  flagFilter('isGeneral', '通用分类', { yes: '是', no: '否' }),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns: readonly Column<NewsCategoryRow>[] = [
  { key: 'name', label: '分类名称', width: 150 },
  { key: 'englishName', label: '英文名称', width: 150 },
  { key: 'productName', label: '所属产品', width: 150, render: ({ productName }) => productName ?? '通用' },
  { key: 'freePart', label: '分享可读', width: 120, render: ({ freePart }) => freePartLabels[freePart] },
  { key: 'articles', label: '资讯数', width: 90, align: 'right' },
  { key: 'writers', label: '可撰写人数', width: 110, align: 'right' },
  { key: 'sort', label: '排序', width: 80, align: 'right' },
  { key: 'isEnabled', label: '状态', width: 90, render: EnabledStatus },
  { key: 'updatedAt', label: '更新时间', width: 160, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

const inputs = {
  productId: { input: <ProductPicker />, hint: '留空为通用分类；属于某个产品的分类只能用于该产品的资讯。' },
  freePart: {
    input: <Segmented<FreePart> options={optionsOf(freePartLabels, freeParts)} />,
    hint: '分享到微信的页面给没有账号的读者看多少；表格与行情只在“全文”中显示。',
  },
  sort: <InputNumber min={0} max={100_000} precision={0} />,
}

export default function NewsCategoryList() {
  return (
    <RowsPage
      calls={newsCategoryCalls}
      settings="newsCategory"
      filters={filters}
      columns={columns}
      rowName={({ name }) => name}
      form={{
        empty: () => ({ name: '', englishName: '', productId: null, freePart: 'opening' as const, sort: 10 }),
        inputs,
      }}
      removing={() => '删除后不能恢复。已有资讯、模板、标准或授权人员使用的分类不能删除。'}
      reads={[chooseNewsCategories]}
    />
  )
}
