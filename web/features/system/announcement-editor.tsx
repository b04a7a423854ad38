// Form fields and saving of an announcement, new or stored.
import { Form, Input, Radio, Switch } from 'antd'
import { getRoleList } from '#contract/organisation/users.ts'
import {
  type AnnouncementDetail,
  type AnnouncementForm,
  addAnnouncement,
  editAnnouncement,
  getAnnouncement,
  queryAnnouncements,
} from '#contract/system/announcements.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { Difference } from '#web/kit/dialog/conflict-dialog.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { isSame } from '#web/kit/form/merge-versions.ts'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { DeptsPicker } from '#web/pickers/dept-picker.tsx'
import { RolesPicker } from '#web/pickers/role-picker.tsx'
import { audienceOptions } from './announcement-labels.tsx'

type AnnouncementValues = AnnouncementForm

/** Initial form values. */
const newAnnouncement: AnnouncementValues = {
  title: '',
  body: '',
  audience: 'everybody',
  targetIds: [],
  isPinned: false,
  endsOn: null,
}

function valuesOf({ title, body, audience, targetIds, isPinned, endsOn }: AnnouncementDetail): AnnouncementValues {
  return { title, body, audience, targetIds, isPinned, endsOn }
}

const fieldLabels: Readonly<{ [K in keyof AnnouncementValues]: [string, (value: AnnouncementValues[K]) => string] }> = {
  title: ['标题', String],
  body: ['内容', String],
  audience: ['接收范围', (audience) => audienceOptions.find(({ value }) => value === audience)?.label ?? audience],
  targetIds: ['接收对象', (ids) => `${ids.length} 个`],
  isPinned: ['置顶', (isPinned) => (isPinned ? '是' : '否')],
  endsOn: ['展示截止日期', (day) => day ?? '长期'],
}

/** The fields in which the typed values differ from the newer version. */
function differencesOf(mine: AnnouncementValues, base: AnnouncementValues, theirs: AnnouncementValues): Difference[] {
  const difference = <K extends keyof AnnouncementValues>(key: K): Difference[] => {
    if (isSame(mine[key], theirs[key])) return []
    const [label, toText] = fieldLabels[key]
    return [{ key, label, mine: toText(mine[key]), theirs: toText(theirs[key]), isMine: !isSame(mine[key], base[key]) }]
  }
  return (Object.keys(fieldLabels) as (keyof AnnouncementValues)[]).flatMap((key) => difference(key))
}

type AnnouncementEditorProps = EditorProps<AnnouncementDetail>

export function AnnouncementEditor({ stored, onTakeTheirs, onSaved, onCancel }: AnnouncementEditorProps) {
  const [form] = Form.useForm<AnnouncementValues>()
  const audience = Form.useWatch('audience', form)
  const mayReadRoles = useIsAllowed()(getRoleList)
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave({
    add: addAnnouncement,
    edit: editAnnouncement,
    invalidates: [queryAnnouncements, getAnnouncement],
    versions,
  })

  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newAnnouncement}
        isSaving={saving.isSaving}
        onSave={(values) => saving.save(values)}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `announcement-${stored.id}` : 'announcement-new'}
      >
        <FormSection title="内容">
          <Field of={addAnnouncement} name="title">
            <Input maxLength={100} showCount />
          </Field>
          <Field of={addAnnouncement} name="body" rows={10} />
        </FormSection>
        <FormSection title="接收与展示">
          <Field of={addAnnouncement} name="audience">
            <Radio.Group
              options={audienceOptions.map((option) => ({
                ...option,
                disabled: option.value === 'roles' && !mayReadRoles,
              }))}
              onChange={() => form.setFieldsValue({ targetIds: [] })}
            />
          </Field>
          {audience === 'roles' && (
            <Field of={addAnnouncement} name="targetIds" isRequired hint="主角色或副角色在其中的员工都会收到。">
              <RolesPicker />
            </Field>
          )}
          {audience === 'departments' && (
            <Field of={addAnnouncement} name="targetIds" isRequired hint="包含其下级部门。">
              <DeptsPicker />
            </Field>
          )}
          <Field of={addAnnouncement} name="isPinned" isRequired={false} hint="置顶的公告排在首页公告的最前。">
            <Switch />
          </Field>
          <DayField of={addAnnouncement} name="endsOn" isRequired={false} hint="当日结束后不再展示；不填则长期展示。" />
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
