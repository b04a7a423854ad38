// A new preset, or a stored one: one form with an edit flag.
import { getPreset } from '../../../../contract/members/grant-presets.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { RowForm } from '../../../kit/form/row-form.tsx'
import { PresetEditor } from './preset-editor.tsx'
import { subProductPath } from './preset-labels.tsx'

export default function PresetFormPage({ subProduct, edit }: { subProduct: SubProductKey; edit: boolean }) {
  return (
    <RowForm edit={edit} read={getPreset} list={subProductPath(subProduct, 'quickAuthorization')}>
      {(editor) => <PresetEditor subProduct={subProduct} {...editor} />}
    </RowForm>
  )
}
