// A new series, or a stored one: one form with an edit flag, its formula tried out as it is typed.
import { Alert } from 'antd'
import { useSearchParams } from 'react-router'
import { type SeriesDetails, type SeriesForm, seriesCalls } from '#contract/prices/series-calls.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { FormulaInput } from './formula-input.tsx'
import { VersionChoice } from './version-choice.tsx'

const empty: SeriesForm = {
  productId: '',
  name: '',
  englishName: '',
  unit: '元/吨',
  decimals: 2,
  withinDays: 0,
  remark: '',
  formula: '',
  validFrom: null,
}

const valuesOf = ({ formula, unit }: SeriesDetails['formulas'][number]) => ({ formula, unit })

const ofProcess = (name: string) => (
  <Alert
    type="info"
    showIcon
    style={{ marginBlockEnd: 12 }}
    title={`由投入产出“${name}”生成：公式、单位和小数位数请在“投入产出”中修改。`}
  />
)

export default function SeriesFormPage({ edit }: { edit: boolean }) {
  const [address] = useSearchParams()
  const seriesId = edit ? (address.get('id') ?? undefined) : undefined
  return (
    <RowFormPage
      calls={seriesCalls}
      edit={edit}
      list="/data/priceService/series"
      draft="series"
      empty={empty}
      sections={(_typed, stored) => [
        {
          title: '系列',
          names: ['productId', 'name', 'englishName', 'decimals', 'remark'],
          before: stored?.processName ? ofProcess(stored.processName) : undefined,
        },
        {
          title: '公式',
          ...(stored &&
            stored.formulas.length > 1 &&
            !stored.processName && {
              before: <VersionChoice call={seriesCalls.edit} versions={stored.formulas} valuesOf={valuesOf} />,
            }),
          names: ['formula', 'unit', 'withinDays', 'validFrom'],
        },
      ]}
      inputs={{
        productId: <ProductPicker />,
        formula: <FormulaInput seriesId={seriesId} />,
        withinDays: { hint: '当日没有价格时，可以沿用几天以内的最近一期；0 表示只用当日。' },
        validFrom: { hint: '从这一天起按本公式和单位计算，此前和以后的版本不变；留空表示从最早的日期起。' },
      }}
    />
  )
}
