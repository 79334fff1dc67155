/** What the document of a test lacks: dialogs that open and close, and popovers. */
export function standInDialogs(): void {
  for (const [name, isOpen] of [
    ['showModal', true],
    ['close', false],
  ] as const)
    HTMLDialogElement.prototype[name] = function change() {
      this.toggleAttribute('open', isOpen);
    };
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
}
