"""keras.datasets: data sets as arrays, from the files where Keras keeps them.

Arguments that mean the same wherever they occur:

    path         the name of a file in ~/.keras/datasets, to which it is downloaded if it is not there
    num_words    words from this number on are oov_char; None: none
    skip_top     so are the numbers below this one
    maxlen       only texts shorter than this; None: all
    test_split   the share of the samples to test with
    seed         of the order of the samples
    start_char   the number before each text; None: none
    oov_char     the number instead of a left out word; None: none
    index_from   what is added to the numbers of get_word_index
"""

from . import boston_housing, cifar10, cifar100, fashion_mnist, imdb, mnist, reuters
