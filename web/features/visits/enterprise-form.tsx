// form and editForm: a new enterprise for visits, or a stored one.
import { getVisitEnterpriseForm } from '#contract/visits/visit-enterprises.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { EnterpriseEditor } from './enterprise-editor.tsx'
import { SITES } from './visit-labels.tsx'

export default function EnterpriseForm({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getVisitEnterpriseForm} list={SITES}>
      {(editor) => <EnterpriseEditor {...editor} />}
    </RowForm>
  )
}
