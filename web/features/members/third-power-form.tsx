// A new third party, or a stored one: one form with an edit flag.
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type SubProductKey, subProductMenu } from '../../../contract/sub-products.ts'
import {
  addThirdPower,
  editThirdPower,
  getThirdPower,
  queryThirdPowers,
  readThirdPower,
  type ThirdPower,
  type ThirdPowerForm,
} from '../../../contract/third-powers.ts'
import { DayInput } from '../../kit/day-input.tsx'
import { Field } from '../../kit/field.tsx'
import { FormPage, FormSection, FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useVersions } from '../../kit/use-versions.tsx'
import { actText } from '../../lib/act-toast.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { TextTags } from '../../pickers/text-tags.tsx'
import { moduleOptions } from './form-words.ts'
import { SoldProductsPicker } from './sold-products-picker.tsx'
import { differencesOf, newThirdPower, valuesOf } from './third-power-values.ts'

type Place = { subProduct: SubProductKey; list: string }
type EditorProps = Place & {
  stored: ThirdPower | undefined
  onTakeTheirs: (theirs: ThirdPower) => void
}

function Editor({ subProduct, list, stored, onTakeTheirs }: EditorProps) {
  const leave = useLeavePage()
  const [form] = Form.useForm<ThirdPowerForm>()
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const options = {
    invalidates: [queryThirdPowers, getThirdPower, readThirdPower],
    onRefusal: versions.handleRefusal,
  }
  const add = useAct(addThirdPower, { ...options, success: actText('add') })
  const edit = useAct(editThirdPower, { ...options, success: actText('edit') })
  const save = async (values: ThirdPowerForm) => {
    const current = versions.current()
    const done = current
      ? await edit.run({ id: current.id, version: current.version, ...values })
      : await add.run({ subProduct, ...values })
    return done !== undefined
  }
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newThirdPower}
        isSaving={add.pending || edit.pending}
        onSave={save}
        onSaved={() => leave(stored ? listAddress(list) : list)}
        onCancel={() => leave(listAddress(list))}
        draft={stored ? `third-power-${stored.id}` : `third-power-new-${subProduct}`}
      >
        <FormSection title="第三方">
          <Field of={addThirdPower} name="name">
            <Input maxLength={64} />
          </Field>
          <Field of={addThirdPower} name="appId" hint="第三方程序调用时的标识，在本子产品中唯一。">
            <Input maxLength={64} />
          </Field>
          <Field of={addThirdPower} name="remark" isRequired={false}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Field>
        </FormSection>
        <FormSection title="可以读取">
          <Field of={addThirdPower} name="productIds" isRequired={false}>
            <SoldProductsPicker menu={subProductMenu(subProduct, 'thirdPower')} />
          </Field>
          <Field of={addThirdPower} name="modules" isRequired={false}>
            <Select mode="multiple" options={moduleOptions} optionFilterProp="label" placeholder="请选择模块" />
          </Field>
          <Field
            of={addThirdPower}
            name="addresses"
            isRequired={false}
            hint="IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。"
          >
            <TextTags placeholder="输入后按回车" />
          </Field>
          <Field of={addThirdPower} name="endsOn" isRequired={false} hint="当日结束后不能再读取；不填则长期有效。">
            <DayInput />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

function Edit({ id, ...place }: Place & { id: string }) {
  const [stored, setStored] = useState<ThirdPower>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getThirdPower, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  return <Editor key={stored.version} {...place} stored={stored} onTakeTheirs={setStored} />
}

type Props = Place & { edit: boolean }

export default function ThirdPowerFormPage({ edit, ...place }: Props) {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <Edit key={id} {...place} id={id} />
  return <Editor {...place} stored={undefined} onTakeTheirs={() => undefined} />
}
