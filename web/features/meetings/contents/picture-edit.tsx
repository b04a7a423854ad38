// editMeetingPicturesForm: alternative text, caption, link and days of one picture.
import { Form, Input } from 'antd'
import { type ImageDetail, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { useAct } from '#web/lib/query.ts'
import { ContentForm } from './content-form.tsx'
import { PICTURES } from './content-labels.tsx'
import { PictureInput } from './picture-input.tsx'
import './meeting-contents.css'

const { edit, list, get } = pictureCalls

type Values = {
  file: UploadedFile | null
  title: string
  caption: string
  link: string
  showFrom: string | null
  showUntil: string | null
}

const valuesOf = ({ file, title, caption, link, showFrom, showUntil }: ImageDetail): Values => ({
  file,
  title,
  caption,
  link,
  showFrom,
  showUntil,
})

const differencesOf = differencesBy<Values>({
  file: ['图片', (file) => file?.name ?? '—'],
  title: ['替代文字', textOrDash],
  caption: ['说明', textOrDash],
  link: ['链接', textOrDash],
  showFrom: ['展示开始日期', textOrDash],
  showUntil: ['展示结束日期', textOrDash],
})

function PictureEditor({
  stored,
  onTakeTheirs,
  onSaved,
  onCancel,
}: EditorProps<ImageDetail> & { stored: ImageDetail }) {
  const [form] = Form.useForm<Values>()
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const editing = useAct(edit, {
    success: actText('edit'),
    invalidates: [list, get],
    onRefusal: versions.handleRefusal,
  })
  const save = async ({ file, ...values }: Values) => {
    const { id, version } = versions.current() ?? stored
    return (await editing.run({ id, version, ...values, ...(file && { fileId: file.id }) })) !== undefined
  }
  return (
    <>
      <FormPage
        form={form}
        initial={valuesOf(stored)}
        isSaving={editing.pending}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={`meeting-picture-${stored.id}`}
      >
        <FormSection title="图片">
          <Form.Item name="file" label="图片" rules={[{ required: true, message: '请上传图片' }]}>
            <PictureInput aria-label="图片" />
          </Form.Item>
          <Field of={edit} name="title" hint="图片无法显示时代替图片的文字。">
            <Input maxLength={100} showCount autoComplete="off" />
          </Field>
          <Field of={edit} name="caption" isRequired={false}>
            <Input.TextArea rows={2} maxLength={200} showCount />
          </Field>
          <Field of={edit} name="link" isRequired={false} hint="点击图片后打开的地址，可以不填。">
            <Input maxLength={500} autoComplete="off" placeholder="https://" />
          </Field>
          <DayField of={edit} name="showFrom" isRequired={false} hint="不填则立即展示。" />
          <DayField of={edit} name="showUntil" isRequired={false} hint="当日结束后不再展示；不填则长期展示。" />
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

export default function PictureEdit() {
  return (
    <ContentForm read={get} back={PICTURES}>
      {(editor) => <PictureEditor {...editor} />}
    </ContentForm>
  )
}
