/// WAI-ARIA 1.2 and 1.3 draft: "Definitions of States and Properties", "Definition of Roles".
enum ARIA {
  static let attributes = HTMLElement.words(
    """
    aria-activedescendant aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy \
    aria-checked aria-colcount aria-colindex aria-colindextext aria-colspan aria-controls aria-current \
    aria-describedby aria-description aria-details aria-disabled aria-errormessage aria-expanded aria-flowto \
    aria-haspopup aria-hidden aria-invalid aria-keyshortcuts aria-label aria-labelledby aria-level aria-live \
    aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder aria-posinset \
    aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-rowindex \
    aria-rowindextext aria-rowspan aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow \
    aria-valuetext
    """)

  /// Attributes that are true or false, and false where they are left out ("Definitions of States and Properties").
  static let falseByDefault = HTMLElement.words(
    """
    aria-atomic aria-busy aria-disabled aria-invalid aria-modal aria-multiline aria-multiselectable aria-readonly \
    aria-required
    """)

  static let roles = HTMLElement.words(
    """
    alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox \
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid \
    gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar \
    menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio \
    radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong \
    subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree \
    treegrid treeitem
    """)
}
