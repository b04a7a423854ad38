// News categories: general ones, and those of a product.
import { InputNumber, Segmented } from 'antd'
import { type FreePart, freePartLabels, freeParts } from '#contract/articles/article-labels.ts'
import { chooseNewsCategories, newsCategoryCalls } from '#contract/articles/news-categories.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { ProductPicker, productFilter } from '#web/pickers/product-picker.tsx'

const filters = [
  ...filtersOf(newsCategoryCalls.list, ['name']),
  productFilter('productId', '所属产品'),
  flagFilter('isGeneral', '通用分类', { yes: '是', no: '否' }),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

const columns = columnsOf(newsCategoryCalls.list, {
  name: { width: 150 },
  englishName: { width: 150 },
  productName: { width: 150, empty: '通用' },
  freePart: { width: 120 },
  articles: { width: 90 },
  writers: { width: 110 },
  sort: { width: 80 },
  isEnabled: { width: 90, render: EnabledStatus },
  updatedAt: { width: 160 },
})

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
