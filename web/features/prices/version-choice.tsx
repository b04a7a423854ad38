// In the form of what has versions that hold from a day each: opens one, to be mended by itself; and what becomes of those
// after the typed day.
import { Form, Segmented, Select } from 'antd'
import type { processCalls } from '#contract/prices/processes.ts'
import type { seriesCalls } from '#contract/prices/series-calls.ts'
import { Field } from '#web/kit/form/field.tsx'
import { useNoteChange } from '#web/kit/form/form-page.tsx'

type Version = { validFrom: string | null }

type VersionChoiceProps<V extends Version> = {
  call: typeof processCalls.edit | typeof seriesCalls.edit
  /** Newest first. */
  versions: readonly V[]
  /** The fields of the form that a version has. */
  valuesOf: (version: V) => object
}

export function VersionChoice<V extends Version>({ call, versions, valuesOf }: VersionChoiceProps<V>) {
  const form = Form.useFormInstance()
  const noteChange = useNoteChange()
  const validFrom: string | null = Form.useWatch('validFrom', form) ?? null
  const later = versions.flatMap((version) =>
    version.validFrom !== null && (validFrom === null || version.validFrom > validFrom) ? [version.validFrom] : [],
  )
  return (
    <>
      <Form.Item label="打开版本">
        <Segmented
          aria-label="打开版本"
          options={versions.map((version) => ({
            value: version.validFrom ?? '',
            label: version.validFrom === null ? '最早' : `${version.validFrom} 起`,
          }))}
          value={validFrom ?? ''}
          onChange={(day) => {
            const chosen = versions.find((version) => (version.validFrom ?? '') === day)
            if (!chosen) return
            form.setFieldsValue({ ...valuesOf(chosen), validFrom: chosen.validFrom, replaced: [] })
            noteChange()
          }}
        />
      </Form.Item>
      {later.length > 0 && (
        <Field of={call} name="replaced" isRequired={false} hint="选中的版本由这一版代替，其余版本仍保留。">
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
