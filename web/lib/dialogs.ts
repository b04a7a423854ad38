// Visible dialogs, topmost last. Closed ones and those of pages behind stay in the document, hence the check.
const DIALOGS = '[role="dialog"][aria-modal="true"]'

export const dialogsInView = (): Element[] =>
  [...document.querySelectorAll(DIALOGS)].filter((each) => each.checkVisibility({ visibilityProperty: true }))
