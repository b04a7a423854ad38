// The fields of an article, beside its text.
import { Input, Select } from 'antd'
import { memo, useState } from 'react'
import type { ArticleCalls, ArticleVersion } from '#contract/articles/articles.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormSection } from '#web/kit/form/form-page.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import { ImageUpload } from '#web/kit/upload/upload-image.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { channelOptions } from '../article-labels.tsx'

type CoverProps = {
  id?: string
  of: ArticleVersion | undefined
  value?: string | null
  onChange?: (id: string | null) => void
}

/** The form holds the file id; the picture comes from the upload or the version that is edited. */
function Cover({ of, value, onChange }: CoverProps) {
  const [file, setFile] = useState<UploadedFile | null>(null)
  const stored =
    value && of?.coverUrl && of.coverId === value
      ? { id: value, name: '封面', size: 0, type: 'image/png', url: of.coverUrl }
      : null
  return (
    <ImageUpload
      aria-label="封面"
      value={file && file.id === value ? file : stored}
      onChange={(next) => {
        setFile(next)
        onChange?.(next?.id ?? null)
      }}
    />
  )
}

type FilesProps = {
  id?: string
  stored: ArticleVersion['attachments']
  value?: string[]
  onChange?: (ids: string[]) => void
}

function Attachments({ stored, value = [], onChange }: FilesProps) {
  const [held, setHeld] = useState<readonly UploadedFile[]>([])
  // another version may have files that this one had not
  const files = [...new Map([...stored.map((file) => ({ ...file, type: '' })), ...held].map((file) => [file.id, file]))]
  return (
    <FileUpload
      aria-label="附件"
      max={20}
      value={files.flatMap(([id, file]) => (value.includes(id) ? [file] : []))}
      onChange={(next) => {
        setHeld(next)
        onChange?.(next.map(({ id }) => id))
      }}
    />
  )
}

/** `newest`: that whose values were put in last, as read, merged or restored. */
type Props = { calls: ArticleCalls; newest: ArticleVersion | undefined }

/** Memoised, so that a key in the text does not rerender it. */
export const ArticleFields = memo(function ArticleFields({ calls, newest }: Props) {
  const of = calls.add
  return (
    <>
      <FormSection title="分类与渠道">
        <ChoiceField of={of} name="kind" isList />
        <Field of={of} name="productIds" isRequired={false}>
          <ProductsPicker />
        </Field>
        <Field of={of} name="newsCategoryId" isRequired={false}>
          <NewsCategoryPicker />
        </Field>
        <Field of={of} name="channels" isRequired={false}>
          <Select mode="multiple" options={channelOptions} placeholder="请选择发布渠道" showSearch={byLabel} />
        </Field>
        <Field of={of} name="keywords" isRequired={false}>
          <TextTags placeholder="输入后按回车" />
        </Field>
        <Field of={of} name="tags" isRequired={false}>
          <TextTags placeholder="输入后按回车" />
        </Field>
      </FormSection>
      <FormSection title="来源与时间">
        <Field of={of} name="source" isRequired={false}>
          <Input maxLength={100} />
        </Field>
        <Field of={of} name="author" isRequired={false}>
          <Input maxLength={100} />
        </Field>
        <Field of={of} name="publishAt" isRequired={false} hint="留空则审核通过后立即发布">
          <MomentInput />
        </Field>
        <Field of={of} name="takeDownAt" isRequired={false}>
          <MomentInput />
        </Field>
        <Field of={of} name="topUntil" isRequired={false}>
          <MomentInput />
        </Field>
      </FormSection>
      <FormSection title="封面与附件">
        <Field of={of} name="coverId" isRequired={false}>
          <Cover of={newest} />
        </Field>
        <Field of={of} name="attachmentIds" isRequired={false}>
          <Attachments stored={newest?.attachments ?? []} />
        </Field>
      </FormSection>
    </>
  )
})
