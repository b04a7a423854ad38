// A new process, or a stored one: one form with an edit flag.
import { type ProcessDetails, type ProcessForm, processCalls, type Term } from '#contract/prices/processes.ts'
import { termSideLabels } from '#contract/prices/series-labels.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { seriesReads } from './series-reads.ts'
import { TermsInput } from './terms-input.tsx'
import { VersionChoice } from './version-choice.tsx'

const start = (side: 'output' | 'input'): Term => ({
  side,
  code: null,
  name: '',
  coefficient: '1',
  conversion: '1',
  amount: null,
})

const empty: ProcessForm = {
  productId: '',
  name: '',
  englishName: '',
  unit: '元/吨',
  decimals: 0,
  withinDays: 0,
  remark: '',
  terms: [start('output'), start('input')],
  validFrom: null,
}

const valuesOf = ({ terms }: ProcessDetails['versions'][number]) => ({
  terms: terms.map(({ inputName: _, unit: __, ...term }) => term),
})

const termText = ({ side, code, name, coefficient, conversion, amount }: Term) =>
  [termSideLabels[side], code, name, amount ?? [coefficient, conversion].filter(Boolean).join(' × ')]
    .filter(Boolean)
    .join(' ')

export default function ProcessFormPage({ edit }: { edit: boolean }) {
  return (
    <RowFormPage
      calls={processCalls}
      edit={edit}
      list="/data/goodsManage/goodsProcessVariable"
      draft="process"
      empty={empty}
      reads={seriesReads}
      sections={(_typed, stored) => [
        { title: '工序', names: ['productId', 'name', 'englishName', 'unit', 'decimals', 'remark'] },
        {
          title: '投入产出',
          ...(stored &&
            stored.versions.length > 1 && {
              before: <VersionChoice call={processCalls.edit} versions={stored.versions} valuesOf={valuesOf} />,
            }),
          names: ['terms', 'withinDays', 'validFrom'],
        },
      ]}
      inputs={{
        productId: <ProductPicker />,
        terms: { input: <TermsInput />, isRequired: true },
        withinDays: { hint: '当日没有价格时，可以沿用几天以内的最近一期；0 表示只用当日。' },
        validFrom: { hint: '从这一天起按这些投入产出计算，此前和以后的版本不变；留空表示从最早的日期起。' },
      }}
      say={{ terms: ['投入产出项', (terms) => terms.map(termText).join('；')] }}
    />
  )
}
