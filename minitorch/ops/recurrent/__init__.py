"""Recurrent layers over a whole sequence: RNN, LSTM, GRU."""
