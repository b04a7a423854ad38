// The fields of an announcement and the way they are saved; the same for a new one and a stored one.
import { Form, Input, Radio, Switch } from 'antd'
import { getRoleList } from '../../../contract/organisation/users.ts'
import {
  type AnnouncementDetail,
  addAnnouncement,
  editAnnouncement,
  getAnnouncement,
  queryAnnouncements,
} from '../../../contract/system/announcements.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { DayInput } from '../../kit/form/day-input.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormPage, FormSection } from '../../kit/form/form-page.tsx'
import type { EditorProps } from '../../kit/form/row-form.tsx'
import { useRowSave } from '../../kit/form/use-row-save.ts'
import { useVersions } from '../../kit/form/use-versions.tsx'
import { DeptsPicker } from '../../pickers/dept-picker.tsx'
import { RolesPicker } from '../../pickers/role-picker.tsx'
import { audienceOptions } from './announcement-labels.tsx'
import { type AnnouncementValues, differencesOf, newAnnouncement, valuesOf } from './announcement-values.ts'

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
          <Field of={addAnnouncement} name="body">
            <Input.TextArea rows={10} maxLength={5_000} showCount />
          </Field>
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
          <Field of={addAnnouncement} name="endsOn" isRequired={false} hint="当日结束后不再展示；不填则长期展示。">
            <DayInput />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
