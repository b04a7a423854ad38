// The dialogs in view, the top one last. Closed ones may stay in the document, and those of pages behind do.
const DIALOGS = '[role="dialog"][aria-modal="true"]'

export const dialogsInView = (): Element[] =>
  [...document.querySelectorAll(DIALOGS)].filter((each) => each.checkVisibility({ visibilityProperty: true }))
