// A new table of price differences, or a stored one: one form with an edit flag.
import { type DifferenceForm, differenceCalls } from '#contract/prices/differences.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { DifferenceRowsInput } from './difference-rows-input.tsx'
import { seriesReads } from './series-reads.ts'

const empty: DifferenceForm = {
  productId: '',
  name: '',
  baseItemId: '',
  remark: '',
  rows: [{ id: null, kind: 'grade', name: '', comparedItemId: null }],
}

const hint = '保存后不能更换。'

export default function DifferenceFormPage({ edit }: { edit: boolean }) {
  return (
    <RowFormPage
      calls={differenceCalls}
      edit={edit}
      list="/application/gangtie/price/priceDiffAdd"
      draft="difference"
      empty={empty}
      reads={seriesReads}
      sections={() => [
        { title: '价差表', names: ['productId', 'name', 'baseItemId', 'remark'] },
        { title: '价差', names: ['rows'] },
      ]}
      inputs={{
        productId: { input: <ProductPicker />, hint },
        baseItemId: { input: <QuoteItemPicker />, hint },
        rows: {
          input: <DifferenceRowsInput />,
          isRequired: true,
          hint: '录入的价差每天填写，与价格一样提交审核后发布；计算的价差等于对比报价项减基准报价项，随价格发布。',
        },
      }}
      say={{ rows: ['价差行', (rows) => rows.map(({ name }) => name).join('、')] }}
    />
  )
}
