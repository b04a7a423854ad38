// The fields of a carousel entry, and how they are saved.
import { Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { carouselCalls, type ImageDetail } from '#contract/meetings/meeting-images.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { channelNames, channelOptions } from '../meeting-labels.tsx'
import { PictureInput } from './picture-input.tsx'

type Channel = BodyOf<typeof carouselCalls.add>['channels'][number]
type Values = {
  file: UploadedFile | null
  fileEn: UploadedFile | null
  channels: Channel[]
  title: string
  link: string
  showFrom: string | null
  showUntil: string | null
  isOn: boolean
}

const empty: Values = {
  file: null,
  fileEn: null,
  channels: [],
  title: '',
  link: '',
  showFrom: null,
  showUntil: null,
  isOn: true,
}

const valuesOf = ({ file, fileEn, channels, title, link, showFrom, showUntil, isOn }: ImageDetail): Values => ({
  file,
  fileEn,
  title,
  link,
  showFrom,
  showUntil,
  isOn,
  channels: channels as Channel[],
})

const differencesOf = differencesBy<Values>({
  file: ['图片', (file) => file?.name ?? '—'],
  fileEn: ['英文图片', (file) => file?.name ?? '—'],
  channels: ['展示渠道', channelNames],
  title: ['标题', textOrDash],
  link: ['链接', textOrDash],
  showFrom: ['展示开始日期', textOrDash],
  showUntil: ['展示结束日期', textOrDash],
  isOn: ['启用', (isOn) => (isOn ? '是' : '否')],
})

const { add, edit, list, get } = carouselCalls

type CarouselEditorProps = EditorProps<ImageDetail> & {
  /** Of a new one. */
  meetingId: string
}

export function CarouselEditor({ stored, meetingId, onTakeTheirs, onSaved, onCancel }: CarouselEditorProps) {
  const [form] = Form.useForm<Values>()
  const [initial] = useState(() => (stored ? valuesOf(stored) : empty))
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave<typeof add, typeof edit>({ add, edit, invalidates: [list, get], versions })
  return (
    <>
      <FormPage
        form={form}
        initial={initial}
        isSaving={saving.isSaving}
        onSave={({ file, fileEn, ...values }) =>
          saving.save({ ...values, fileId: file?.id ?? '', fileEnId: fileEn?.id ?? null }, { meetingId })
        }
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `meeting-carousel-${stored.id}` : `meeting-carousel-of-${meetingId}`}
      >
        <FormSection title={stored ? '轮播图' : '新增轮播图'}>
          <Form.Item name="file" label="图片" rules={[{ required: true, message: '请上传图片' }]}>
            <PictureInput aria-label="图片" />
          </Form.Item>
          <Form.Item name="fileEn" label="英文图片" extra="用于英文页面；未上传时，中英文页面都使用上面的图片。">
            <PictureInput aria-label="英文图片" />
          </Form.Item>
          <Field of={add} name="title">
            <Input maxLength={100} showCount autoComplete="off" />
          </Field>
          <Field of={add} name="link" isRequired={false} hint="点击图片后打开的地址，可以不填。">
            <Input maxLength={500} autoComplete="off" placeholder="https://" />
          </Field>
          <Field of={add} name="channels" isRequired={false} hint="不选则在会议的全部渠道展示。">
            <Select mode="multiple" options={channelOptions} placeholder="全部渠道" showSearch={byLabel} />
          </Field>
          <DayField of={add} name="showFrom" isRequired={false} hint="不填则立即展示。" />
          <DayField of={add} name="showUntil" isRequired={false} hint="当日结束后不再展示；不填则长期展示。" />
          <Field of={add} name="isOn" isRequired={false}>
            <Switch />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
