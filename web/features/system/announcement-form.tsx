// Page for a new or a stored announcement: one form with an edit flag.
import { getAnnouncement } from '#contract/system/announcements.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { AnnouncementEditor } from './announcement-editor.tsx'

const LIST = '/system/announcement'

export default function AnnouncementFormPage({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getAnnouncement} list={LIST}>
      {(editor) => <AnnouncementEditor {...editor} />}
    </RowForm>
  )
}
