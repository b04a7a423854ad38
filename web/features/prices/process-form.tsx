// A new process, or a stored one: one form with an edit flag.
import { Form, Segmented, Select } from 'antd'
import { type ProcessDetails, type ProcessForm, processCalls, type Term } from '../../../contract/prices/processes.ts'
import { Field } from '../../kit/form/field.tsx'
import { useNoteChange } from '../../kit/form/form-page.tsx'
import { RowFormPage } from '../../kit/form/row-form-page.tsx'
import { ProductPicker } from '../../pickers/product-picker.tsx'
import { seriesReads } from './series-reads.ts'
import { TermsInput } from './terms-input.tsx'

const start = (side: 'output' | 'input'): Term => ({
  ...{ side, code: null, name: '' },
  ...{ coefficient: '1', conversion: '1', amount: null },
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

const laterThan = (validFrom: string | null, stored: ProcessDetails) =>
  stored.versions.flatMap((version) =>
    version.validFrom !== null && (validFrom === null || version.validFrom > validFrom) ? [version.validFrom] : [],
  )

/** Opens a version, to be mended by itself; and what becomes of those after the typed day. */
function VersionChoice({ stored, later }: { stored: ProcessDetails; later: readonly string[] }) {
  const form = Form.useFormInstance<ProcessForm>()
  const noteChange = useNoteChange()
  const validFrom = Form.useWatch('validFrom', form) ?? null
  return (
    <>
      <Form.Item label="打开版本">
        <Segmented
          aria-label="打开版本"
          options={stored.versions.map((version) => ({
            value: version.validFrom ?? '',
            label: version.validFrom === null ? '最早' : `${version.validFrom} 起`,
          }))}
          value={validFrom ?? ''}
          onChange={(day) => {
            const chosen = stored.versions.find((version) => (version.validFrom ?? '') === day)
            if (!chosen) return
            const terms = chosen.terms.map(({ inputName: _, unit: __, ...term }) => term)
            form.setFieldsValue({ terms, validFrom: chosen.validFrom, replaced: [] })
            noteChange()
          }}
        />
      </Form.Item>
      {later.length > 0 && (
        <Field
          of={processCalls.edit}
          name="replaced"
          isRequired={false}
          hint="选中的版本由这一版代替，其余以后的版本保留。"
        >
          <Select
            mode="multiple"
            placeholder="全部保留"
            options={later.map((day) => ({ value: day, label: `${day} 起` }))}
          />
        </Field>
      )}
    </>
  )
}

export default function ProcessFormPage({ edit }: { edit: boolean }) {
  return (
    <RowFormPage
      calls={processCalls}
      edit={edit}
      list="/data/goodsManage/goodsProcessVariable"
      draft="process"
      empty={empty}
      reads={seriesReads}
      sections={(typed, stored) => [
        { title: '工序', names: ['productId', 'name', 'englishName', 'unit', 'decimals', 'remark'] },
        {
          title: '投入产出',
          ...(stored &&
            stored.versions.length > 1 && {
              before: <VersionChoice stored={stored} later={laterThan(typed.validFrom, stored)} />,
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
      say={{ terms: ['投入产出项', (terms) => `${terms.length} 项`] }}
    />
  )
}
